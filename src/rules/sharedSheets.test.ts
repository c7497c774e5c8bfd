import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSheet } from '../gdl/index.js';
import { validate } from './validate.js';

const GAMES = '../shared/games';
const GDL2 = '../shared/gdl2';

/** Errors, and the warnings that tell what else is wrong, as `line code`; and the class of the game where it is sound. */
function check(path: string): { errors: string[]; warnings: string[]; information: string | undefined } {
  const reading = readSheet({ name: path, content: readFileSync(path) });
  const result = validate(reading);
  const found = (result.ok ? result.value.warnings : result.error).map(({ code, severity, span }) => ({
    severity,
    text: `${reading.sheet.source.place(span.start).line} ${code}`,
  }));
  const ofSeverity = (severity: string): string[] =>
    found.filter((one) => one.severity === severity).map(({ text }) => text);
  return {
    errors: ofSeverity('error'),
    warnings: ofSeverity('warning'),
    information: result.ok ? result.value.information : undefined,
  };
}

describe.skipIf(!existsSync(GAMES))('sheets that can be played (skipped where ../shared is absent)', () => {
  it.each(existsSync(GAMES) ? readdirSync(GAMES) : [])('%s', (file) => {
    expect(check(`${GAMES}/${file}`).errors).toEqual([]);
  });
});

/** What is really wrong with the broken sheets. */
const BROKEN: Record<string, { errors: string[]; warnings?: string[] }> = {
  'numberguessing.kif': { errors: ['126 keyword-arity'] },
  'BattleshipsFog.kif': {
    errors: [46, 86, 117, 149, 157, 165].map((line) => `${line} unsafe-variable`),
    warnings: ['66 unused-move'],
  },
  'minesweeper.kif': { errors: ['159 bare-connective'], warnings: ['383 unused-relation', '385 never-holds'] },
  'ConnectThreeDecompositionII.kif': { errors: ['141 keyword-in-head'], warnings: ['131 negation-by-name'] },
  'HoldYourCourseII.kif': {
    errors: ['83 keyword-as-function', '86 keyword-as-function'],
    warnings: ['82 unknown-relation'],
  },
  'explodingbomb__ggp_python.kif': {
    errors: ['89 unsafe-variable', '89 keyword-as-function'],
    warnings: ['14 looks-like-variable', '49 looks-like-variable', '38 never-matches', '65 never-matches'],
  },
  'kriegtictactoe__ggp_python.kif': {
    errors: ['18', '19', '20', '165', '165', '165'].map((line) => `${line} unsafe-variable`),
    warnings: ['85 unknown-relation', '166 unknown-relation'],
  },
  'montyhall__ggp_python.kif': { errors: [15, 16, 17, 18].map((line) => `${line} unsafe-variable`) },
  'stratego__ggp_python.kif': {
    errors: [13, 14, 15, 16, 17].map((line) => `${line} unsafe-variable`),
    warnings: ['24 unknown-relation', '28 unknown-relation', '29 unknown-relation'],
  },
};

/** Sheets whose percepts hide nothing, or that have none. */
const OPEN: Record<string, string> = {
  'CabbageGoatWolf.kif': 'deterministic',
  'rockpaperscissors.kif': 'deterministic',
  'roshambo2.kif': 'deterministic',
  'backgammon.kif': 'stochastic',
};

describe.skipIf(!existsSync(GDL2))('GDL-II sheets (skipped where ../shared is absent)', () => {
  it.each(existsSync(GDL2) ? readdirSync(GDL2) : [])('%s', (file) => {
    const { errors, warnings, information } = check(`${GDL2}/${file}`);
    const broken = BROKEN[file];
    expect(errors).toEqual(broken?.errors ?? []);
    expect(warnings).toEqual(expect.arrayContaining(broken?.warnings ?? []));
    expect(information).toBe(broken === undefined ? (OPEN[file] ?? 'partial') : undefined);
  });
});

import { describe, expect, it } from 'vitest';
import { bundledRules } from '../../test/programs.js';
import { scripted, settingOf } from './fakePlayers.js';
import type { MatchRecord } from './record.js';
import { replay } from './replay.js';
import { rulesHash } from './rulesHash.js';
import { placeOf, playSeries } from './series.js';

const rules = bundledRules('tic-tac-toe');

async function series(matches: number, swaps: boolean): Promise<MatchRecord[]> {
  const records: MatchRecord[] = [];
  const players = [scripted('ex', []), scripted('oh', [])];
  for await (const record of playSeries({ ...settingOf(rules), players, matches, swaps })) records.push(record);
  return records;
}

describe('playSeries', () => {
  it('swaps roles with the same seed', async () => {
    const records = await series(4, true);
    expect(records.map(({ players }) => players)).toEqual([
      ['ex', 'oh'],
      ['oh', 'ex'],
      ['ex', 'oh'],
      ['oh', 'ex'],
    ]);
    expect(records.map(({ place }) => place.group)).toEqual([0, 0, 1, 1]);
    const [first, swapped, third, fourth] = records.map(({ seed }) => seed);
    expect(first).toBe(1);
    expect(swapped).toBe(first);
    expect(third).not.toBe(first);
    expect(fourth).toBe(third);
  });

  it('keeps roles where it is not asked to swap, with a seed for each match', async () => {
    const records = await series(3, false);
    expect(records.map(({ place }) => place)).toEqual([0, 1, 2].map((group) => ({ group, seats: [0, 1] })));
    expect(new Set(records.map(({ seed }) => seed)).size).toBe(3);
  });

  it('tells the rounds as they are played', async () => {
    const seen: string[] = [];
    const players = [scripted('ex', []), scripted('oh', [])];
    const onRound = ({ number }: { number: number }, match: number): unknown =>
      seen.push(`${String(match)}.${String(number)}`);
    for await (const { moves } of playSeries({ ...settingOf(rules), players, matches: 2, swaps: false, onRound }))
      expect(seen.at(-1)).toMatch(new RegExp(`\\.${String(moves.length)}$`));
    expect(seen[0]).toBe('0.1');
    expect(seen).toContain('1.1');
  });
});

describe('placeOf', () => {
  it('moves all players on by a role, and leaves random where it is', () => {
    const roles = { roles: ['a', 'random', 'b', 'c'], randomRole: 1 };
    const seats = [0, 1, 2, 3].map((match) => placeOf(roles, match, true));
    expect(seats).toEqual([
      { group: 0, seats: [0, -1, 1, 2] },
      { group: 0, seats: [1, -1, 2, 0] },
      { group: 0, seats: [2, -1, 0, 1] },
      { group: 1, seats: [0, -1, 1, 2] },
    ]);
  });
});

describe('replay', () => {
  const judged = { judge: settingOf(rules).judge, rules: rulesHash(rules) };

  it('agrees with what was recorded', async () => {
    for (const record of await series(4, true)) expect(replay(record, judged)).toEqual([]);
  });

  it('finds what was changed', async () => {
    const [record] = await series(1, false);
    const { moves } = record!;
    const tampered = (change: Partial<MatchRecord>): readonly string[] => replay({ ...record!, ...change }, judged);
    expect(tampered({ rules: '0' })[0]).toMatch(/^the rules are not those of the record/);
    expect(tampered({ moves: [['noop', 'noop'], ...moves] })).toEqual(['round 1: noop is not legal for x']);
    expect(tampered({ moves: [['(mark 1 1)']] })).toEqual(['round 1: nothing is not legal for o']);
    expect(tampered({ moves: [...moves, ['noop', 'noop']] })[0]).toMatch(/: the match is over already$/);
    expect(tampered({ goals: [7, 7], scores: [7, 7] })).toEqual([
      expect.stringMatching(/^goals: \[7,7\] in the record, .* by the rules$/),
      expect.stringMatching(/^scores: /),
    ]);
    expect(tampered({ moves: moves.slice(0, 2) })[0]).toMatch(/^ending: "terminal" in the record, "capped"/);
  });

  it('draws chance again', async () => {
    const orchard = bundledRules('orchard-4-10-9');
    const setting = { ...settingOf(orchard), players: [scripted('bob', [])], matches: 1, swaps: false };
    const against = { judge: setting.judge, rules: rulesHash(orchard) };
    for await (const record of playSeries(setting)) {
      expect(replay(record, against)).toEqual([]);
      expect(replay({ ...record, seed: 2 }, against)[0]).toMatch(/is not what the seed draws$/);
    }
  });
});

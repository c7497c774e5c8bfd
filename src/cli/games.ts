import { type Command, InvalidArgumentError } from 'commander';
import { bundledFacts, bundledNames } from './bundledGames.js';
import { type CommonOptions, addCommand, wholeNumber } from './options.js';
import { type OrchardSize, orchardRules } from './orchard.js';
import { type Outside, type Session, writeJson, writeLine } from './outside.js';
import { coloursFor, table } from './style.js';

interface GamesOptions extends CommonOptions {
  readonly orchard?: OrchardSize;
}

export function addGames(program: Command, session: Session): void {
  addCommand(program, 'games', {
    description: 'Lists the bundled games, or prints the rules of Orchard in a size of your choice.',
    examples: ['games', 'games --orchard 3,4,5 > orchard-3-4-5.kif'],
  })
    .option('--orchard <trees,fruits,raven>', 'print the rule sheet of Orchard in that size instead', orchardSize)
    .action((options: GamesOptions) => {
      if (options.orchard === undefined) list(session.outside, options);
      else printOrchard(session.outside, options.orchard, options);
    });
}

/** Orchard's rules grow with their sizes; beyond this they are no longer a game. */
const LARGEST_ORCHARD = 1000;

function orchardSize(text: string): OrchardSize {
  const [trees, fruits, raven, ...rest] = text.split(',').map((part) => wholeNumber(part.trim()));
  if (trees === undefined || fruits === undefined || raven === undefined || rest.length > 0) {
    throw new InvalidArgumentError(
      'It must be three numbers: trees, fruits on each, pieces of the raven, as in 4,10,9.',
    );
  }
  if (Math.min(trees, fruits, raven) < 1 || Math.max(trees, fruits, raven) > LARGEST_ORCHARD) {
    throw new InvalidArgumentError(`The numbers must be 1 to ${String(LARGEST_ORCHARD)}.`);
  }
  return { trees, fruits, raven };
}

function printOrchard({ stdout }: Outside, size: OrchardSize, options: CommonOptions): void {
  const sheet = orchardRules(size);
  if (options.json) writeJson(stdout, { ...size, sheet });
  else stdout.write(sheet);
}

function list({ stdout, env }: Outside, options: CommonOptions): void {
  const games = bundledNames().map((name) => {
    const facts = bundledFacts(name);
    return { name, title: facts.title, roles: facts.roles, class: facts.class };
  });
  if (options.json) {
    writeJson(stdout, games);
    return;
  }
  const columns = ['name', 'title', 'roles', 'class'].map((title) => ({ title }));
  const rows = games.map((game) => [game.name, game.title, game.roles.join(', '), game.class]);
  writeLine(stdout, table(columns, rows, coloursFor(stdout, env)));
}

import { type Player, refusal, searchMemory, SearchPlayer, type SearchPlayerSetting } from '../player/index.js';
import { openSolverRounds, type Play } from '../pipeline.js';
import { EvaluationLimit } from '../reference/index.js';
import type { ValidRules } from '../rules/index.js';
import { ALGORITHMS, chooseAlgorithm, type ChosenAlgorithm } from '../search/index.js';
import { CliError } from './cliError.js';
import { budgetOf } from './engines.js';
import type { Outside } from './outside.js';
import { during } from './status.js';

/** The strongest: what plays where nobody says otherwise. */
export const DEFAULT_ALGORITHM = 'woodstock';

/** Names of the roles that are played, in role order. */
export const playedRoles = ({ roles, randomRole }: ValidRules): readonly string[] =>
  roles.filter((_, role) => role !== randomRole);

/** Whether a text means a player on the network. */
export const isUrl = (text: string): boolean => /^[a-z]+:\/\//i.test(text);

/** The algorithm that a text names; ends with exit code 2 where there is none, or it cannot play these rules. */
export function algorithmOf(text: string, rules: ValidRules): ChosenAlgorithm {
  if (isUrl(text))
    throw new CliError(2, `${text}: players on the network play in 'woodstock match'; name an algorithm`);
  const chosen = chooseAlgorithm(text, ALGORITHMS);
  if (!chosen.ok) throw new CliError(2, chosen.error);
  const reason = refusal(chosen.value, rules);
  if (reason !== undefined) throw new CliError(2, reason);
  return chosen.value;
}

interface Seating {
  /** As messages call the game. */
  readonly name: string;
  readonly rules: ValidRules;
  readonly play: Play;
  /** Whether players think while they wait. */
  readonly ponders: boolean;
  /** Memory of each search. */
  readonly bytes: number;
}

/** Players that share one game, and one heap. Ends with exit code 1 where one cannot play it. */
export async function playersOf(
  outside: Outside,
  algorithms: readonly ChosenAlgorithm[],
  { name, rules, play, ponders, bytes }: Seating,
): Promise<readonly Player[]> {
  const openSolver = solverOpener(outside);
  const each = searchMemory(play, bytes * algorithms.length) / algorithms.length;
  const players = algorithms.map(
    (chosen) =>
      new SearchPlayer({
        ...{ chosen, openSolver, open: () => play, clock: () => outside.now(), bytes: each },
        ...(ponders ? { pause: (ms: number) => outside.pause(ms) } : {}),
      }),
  );
  for (const player of players) await rehearse(player, name, rules);
  return players;
}

/** What solves rounds is made once, whoever asks for it. */
function solverOpener(outside: Outside): NonNullable<SearchPlayerSetting['openSolver']> {
  let rounds: ReturnType<typeof openSolverRounds> | undefined;
  return (play) => {
    rounds ??= during(outside.stderr, 'translating into a network …', () => openSolverRounds(play, budgetOf(outside)));
    if (!rounds.ok) throw new Error(rounds.error);
    return rounds.value;
  };
}

/** Starts a match and stops it: what takes long the first time is done before clocks run, and what is not possible is told. */
async function rehearse(player: Player, name: string, rules: ValidRules): Promise<void> {
  const role = rules.roles.findIndex((_, index) => index !== rules.randomRole);
  const pace = { kind: 'nodes', nodes: 1 } as const;
  try {
    await player.start({ rules, role, pace, deadline: Infinity, seed: 0, played: [] });
    await player.stop();
  } catch (cause) {
    if (cause instanceof EvaluationLimit) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CliError(1, `${name}: ${player.name} cannot play this game: ${reason}`);
  }
}

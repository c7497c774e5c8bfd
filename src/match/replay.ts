import type { Game } from '../game/index.js';
import { matchChance } from './chance.js';
import { Judge } from './judge.js';
import { outcomeOf } from './playMatch.js';
import type { MatchRecord } from './record.js';

/** What a record is checked against. */
export interface ReplayRules {
  readonly judge: Game;
  /** `rulesHash` of the judge's rules. */
  readonly rules: string;
}

/** Plays a record again, move by move, and says where it does not hold; nothing where it does. */
export function replay(record: MatchRecord, { judge: game, rules }: ReplayRules): readonly string[] {
  if (record.rules !== rules) return [`the rules are not those of the record: ${rules}, not ${record.rules}`];
  const judge = new Judge(game);
  const { chance } = matchChance(record.seed, judge.roles.length);
  const randomRole = record.players.indexOf(null);
  for (const [index, joint] of record.moves.entries()) {
    const where = `round ${String(index + 1)}`;
    if (judge.ending !== undefined) return [`${where}: the match is over already`];
    const wrong = judge.roles.findIndex((_, role) => judge.legalMove(role, joint[role] ?? '') === undefined);
    if (wrong >= 0) return [`${where}: ${joint[wrong] ?? 'nothing'} is not legal for ${judge.roles[wrong]!}`];
    if (randomRole >= 0 && judge.randomMove(randomRole, chance) !== joint[randomRole])
      return [`${where}: ${joint[randomRole]!} is not what the seed draws`];
    judge.make(joint);
  }
  return differences(record, judge);
}

function differences(record: MatchRecord, judge: Judge): string[] {
  const outcome = outcomeOf(judge);
  return (['ending', 'goals', 'scores'] as const).flatMap((key) => {
    const [told, found] = [JSON.stringify(record[key]), JSON.stringify(outcome[key])];
    return told === found ? [] : [`${key}: ${told} in the record, ${found} by the rules`];
  });
}

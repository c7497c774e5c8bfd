import type { MatchStart, Player } from '../src/player/index.js';
import { type MessageHandler, type Reply, type Request, Spelling, type StartRequest } from '../src/protocol/index.js';
import { rulesOf } from './programs.js';

/** A player behind the protocol, for games without hidden information, as simply as can be: no watch over clocks, no missed turns. */
export function playerHandler(player: Player): MessageHandler {
  let spelling = new Spelling('');
  const answer = async (request: Request): Promise<Reply> => {
    switch (request.kind) {
      case 'start':
        spelling = new Spelling(request.rules);
        await player.start(matchStart(request, spelling));
        return { kind: 'word', word: 'ready' };
      case 'play': {
        const { news } = request;
        if (news.kind !== 'terms' && news.kind !== 'nothing') throw new Error('these news are not for this player');
        const joint = news.kind === 'terms' ? news.terms.map((term) => spelling.term(term)) : null;
        return { kind: 'move', move: spelling.answer(await player.play({ joint, deadline: Infinity })) };
      }
      case 'stop':
        await player.stop();
        return { kind: 'word', word: 'done' };
      case 'abort':
        await player.stop();
        return { kind: 'word', word: 'aborted' };
      default:
        return { kind: 'info', name: player.name, status: 'available' };
    }
  };
  return { answer, status: () => null };
}

function matchStart({ rules: text, role, startClock, playClock }: StartRequest, spelling: Spelling): MatchStart {
  const rules = rulesOf(text);
  return {
    rules,
    role: rules.roles.indexOf(spelling.term(role)),
    pace: { kind: 'clocks', startMs: 1000 * startClock, playMs: 1000 * playClock },
    ...{ deadline: Infinity, seed: 1, played: [] },
  };
}

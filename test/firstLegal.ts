import { type Game, jointMoves, type Move } from '../src/game/index.js';
import type { MessageHandler, News, Reply, Request, StartRequest } from '../src/protocol/index.js';
import { Spelling } from '../src/protocol/index.js';
import { referenceGame } from '../src/reference/index.js';
import { rulesOf } from './programs.js';

interface Match {
  readonly id: string;
  readonly game: Game;
  readonly role: number;
  readonly hides: boolean;
  readonly spelling: Spelling;
  /** All that agree with what it was told. */
  states: readonly unknown[];
  lastMove: Move | undefined;
}

/** The simplest player that follows a match, with hidden information too: its move is the first, by its text, that may be legal. */
export class FirstLegal implements MessageHandler {
  #match: Match | undefined;

  answer(request: Request): Promise<Reply> {
    return Promise.resolve(this.#answer(request));
  }

  status(): unknown {
    return { match: this.#match?.id ?? null };
  }

  #answer(request: Request): Reply {
    switch (request.kind) {
      case 'info':
        return { kind: 'info', name: 'first-legal', status: this.#match === undefined ? 'available' : 'busy' };
      case 'ping':
        return { kind: 'word', word: this.#match === undefined ? 'available' : 'busy' };
      case 'preview':
        return { kind: 'word', word: 'ready' };
      case 'start':
        if (this.#match !== undefined) return { kind: 'word', word: 'busy' };
        this.#match = begun(request);
        return { kind: 'word', word: 'ready' };
      case 'play':
        return { kind: 'move', move: this.#move(request.news) };
      case 'stop':
        this.#match = undefined;
        return { kind: 'word', word: 'done' };
      case 'abort':
        this.#match = undefined;
        return { kind: 'word', word: 'aborted' };
    }
  }

  #move(news: News): string {
    const match = this.#match!;
    match.states = statesAfter(match, news);
    const { game, role, states, spelling } = match;
    const moves = states.flatMap((state) => game.legalMoves(state, role));
    const [first] = moves.toSorted((a, b) => (game.names.move(a) < game.names.move(b) ? -1 : 1));
    match.lastMove = first!;
    return spelling.answer(game.names.move(first!));
  }
}

function begun({ matchId, role, rules: text }: StartRequest): Match {
  const rules = rulesOf(text);
  const game = referenceGame(rules) as Game;
  const spelling = new Spelling(text);
  return {
    id: matchId,
    game,
    role: rules.roles.indexOf(spelling.term(role)),
    hides: rules.information === 'partial',
    spelling,
    states: [game.initial()],
    lastMove: undefined,
  };
}

function statesAfter(match: Match, news: News): readonly unknown[] {
  const { hides, lastMove, states } = match;
  switch (news.kind) {
    case 'nothing':
      return states;
    case 'terms':
      return hides ? consistent(match, lastMove!, news.terms) : [madeIn(match, news.terms)];
    case 'percepts':
      if (news.lastMove === null) return states;
      return consistent(match, moveOf(match, news.lastMove), news.percepts);
    case 'unreadable':
      throw new Error(news.reason);
  }
}

const moveOf = ({ game, spelling }: Match, text: string): Move => game.names.findMove(spelling.term(text))!;

const madeIn = (match: Match, terms: readonly string[]): unknown =>
  match.game.next(
    match.states[0],
    terms.map((term) => moveOf(match, term)),
  );

function consistent(match: Match, own: Move, percepts: readonly string[]): readonly unknown[] {
  const { game, role, states, spelling } = match;
  const seen = String(percepts.map((percept) => spelling.term(percept)).toSorted());
  return states.flatMap((state) => {
    const legal = game.roles.map((_, each) => (each === role ? [own] : game.legalMoves(state, each)));
    return [...jointMoves(legal)]
      .filter((joint) => String(game.percepts(state, joint)[role]) === seen)
      .map((joint) => game.next(state, joint));
  });
}

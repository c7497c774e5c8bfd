/** Rule sheets of one-player puzzles that are several small ones side by side: buttons and lights. */

export interface ButtonBoards {
  readonly boards: number;
  /** Whether a move presses a button of every board, `(press b a c)`, or of one board only, `(press 2 a)`. */
  readonly moves: 'together' | 'inTurn';
  /** Whether the rules of all boards are written as one, about buttons that are `pressed`; else each board has its own. */
  readonly isDefined?: boolean;
  /** Boards that count for the goal; all, where it is not given. */
  readonly counted?: readonly number[];
  /** Whether play is over as soon as the goal is reached; else only when the steps are over. */
  readonly endsAtGoal?: boolean;
  /** Steps until play is over; six for each round of moves, where it is not given. */
  readonly steps?: number;
  /** Whether each board that counts is worth its share of 100; else all of them are 100, and less is 0. */
  readonly isShared?: boolean;
  /** Whether no button of a board may be pressed twice in a row; for moves `together`. */
  readonly isAlternating?: boolean;
  /** Boards of which a light is also on because of the board before. */
  readonly tied?: readonly number[];
}

/** Steps that a board takes: from all off to all on. */
const STEPS_A_BOARD = 6;
const BUTTONS = ['a', 'b', 'c'] as const;

/**
 * Each board has the lights p, q and r, all off at first. One button switches p, one exchanges p and q, one exchanges q and r: it takes six
 * moves to have all on. Which button does what differs from board to board.
 */
export function buttonBoards(options: ButtonBoards): string {
  const { boards, moves, isDefined = false, endsAtGoal = true, tied = [] } = options;
  const all = Array.from({ length: boards }, (_, index) => index + 1);
  const { counted = all, steps = STEPS_A_BOARD * (moves === 'together' ? 1 : counted.length) } = options;
  const lines = [
    '(role robot)',
    ...all.flatMap((board) => [`(board ${String(board)})`, `(init (off ${String(board)} p))`]),
    ...all.flatMap((board) => ['q', 'r'].map((light) => `(init (off ${String(board)} ${light}))`)),
    ...BUTTONS.map((button) => `(button ${button})`),
    ...legalRules(options, all),
    ...(isDefined ? pressedRules(options, all) : []),
    ...all.flatMap((board) => boardRules(options, board)),
    '(init (step 1))',
    '(<= (next (step ?y)) (true (step ?x)) (successor ?x ?y))',
    ...Array.from({ length: steps }, (_, step) => `(successor ${String(step + 1)} ${String(step + 2)})`),
    `(<= terminal (true (step ${String(steps + 1)})))`,
    ...(endsAtGoal ? ['(<= terminal solved)'] : []),
    ...counted.map((board) => `(<= (lit ${String(board)}) ${lightsOn(board)})`),
    `(<= solved ${counted.map((board) => `(lit ${String(board)})`).join(' ')})`,
    ...tyingRules(tied),
    ...goalRules(options, counted),
  ];
  return `${lines.join('\n')}\n`;
}

const lightsOn = (board: number): string =>
  ['p', 'q', 'r'].map((light) => `(true (on ${String(board)} ${light}))`).join(' ');

function legalRules(options: ButtonBoards, all: readonly number[]): readonly string[] {
  const { moves, isAlternating = false } = options;
  if (moves === 'inTurn') return ['(<= (legal robot (press ?i ?b)) (board ?i) (button ?b))'];
  const arguments_ = all.map((board) => `?b${String(board)}`);
  const may = (each: string, at: number): string =>
    isAlternating ? `(allowed ${String(all[at])} ${each})` : `(button ${each})`;
  const legal = `(<= (legal robot (press ${arguments_.join(' ')})) ${arguments_.map(may).join(' ')})`;
  if (!isAlternating) return [legal];
  const last = all.map((board) => `(<= (next (last ${String(board)} ?b)) ${pressing(options, all, board, '?b')})`);
  return [legal, '(<= (allowed ?i ?b) (board ?i) (button ?b) (not (true (last ?i ?b))))', ...last];
}

/** The move that presses a button of a board, whatever it does to the others. */
function pressing({ moves }: ButtonBoards, all: readonly number[], board: number, button: string): string {
  if (moves === 'inTurn') return `(does robot (press ${String(board)} ${button}))`;
  return `(does robot (press ${all.map((each) => (each === board ? button : `?b${String(each)}`)).join(' ')}))`;
}

function pressedRules(options: ButtonBoards, all: readonly number[]): readonly string[] {
  const pressed = all.map((board) => `(<= (pressed ${String(board)} ?x) ${pressing(options, all, board, '?x')})`);
  return options.moves === 'together' ? pressed : ['(<= (pressed ?i ?x) (does robot (press ?i ?x)))'];
}

function boardRules(options: ButtonBoards, board: number): readonly string[] {
  const all = Array.from({ length: options.boards }, (_, index) => index + 1);
  const at = String(board);
  const when = (button: string): string =>
    options.isDefined === true ? `(pressed ${at} ${button})` : pressing(options, all, board, button);
  const [switching, pq, qr] = [0, 1, 2].map((what) => BUTTONS[(what + board) % BUTTONS.length]!) as [
    string,
    string,
    string,
  ];
  const lit = (state: string, light: string): string => `(${state} ${at} ${light})`;
  const becomes = (button: string, from: string, to: string): string =>
    `(<= (next ${to}) ${when(button)} (true ${from}))`;
  const moved = (button: string, pairs: readonly string[]): readonly string[] =>
    pairs.flatMap((pair) => ['on', 'off'].map((state) => becomes(button, lit(state, pair[0]!), lit(state, pair[1]!))));
  return [
    becomes(switching, lit('off', 'p'), lit('on', 'p')),
    becomes(switching, lit('on', 'p'), lit('off', 'p')),
    ...moved(switching, ['qq', 'rr']),
    ...moved(pq, ['pq', 'qp', 'rr']),
    ...moved(qr, ['pp', 'qr', 'rq']),
    ...(options.moves === 'inTurn' ? idleRules(board, options) : []),
  ];
}

/** A board of which no button is pressed stays as it is. */
function idleRules(board: number, { isDefined = false }: ButtonBoards): readonly string[] {
  const at = String(board);
  const move = isDefined ? '(pressed ?i ?b)' : '(does robot (press ?i ?b))';
  return ['on', 'off'].map(
    (state) => `(<= (next (${state} ${at} ?l)) ${move} (distinct ?i ${at}) (true (${state} ${at} ?l)))`,
  );
}

function tyingRules(tied: readonly number[]): readonly string[] {
  return tied.map((board) => {
    const [before, at] = [String(board - 1), String(board)];
    return `(<= (next (on ${at} p)) (true (on ${before} r)) (true (off ${at} r)))`;
  });
}

function goalRules({ isShared = false }: ButtonBoards, counted: readonly number[]): readonly string[] {
  if (!isShared) return ['(<= (goal robot 100) solved)', '(<= (goal robot 0) (not solved))'];
  const worth = Math.floor(100 / counted.length);
  const sums = [
    `(sum 0 0)`,
    ...counted.flatMap((board, index) => [
      `(<= (sum ${String(index + 1)} ?n) (sum ${String(index)} ?n) (not (lit ${String(board)})))`,
      `(<= (sum ${String(index + 1)} ?m) (sum ${String(index)} ?n) (lit ${String(board)}) (more ?n ?m))`,
    ]),
  ];
  const more = counted.map((_, index) => {
    const after = index + 1 === counted.length ? 100 : worth * (index + 1);
    return `(more ${String(worth * index)} ${String(after)})`;
  });
  return [...sums, ...more, `(<= (goal robot ?n) (sum ${String(counted.length)} ?n))`];
}

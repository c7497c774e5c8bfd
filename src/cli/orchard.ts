/** What is laid out at the start of a game of Orchard; each at least 1. */
export interface OrchardSize {
  readonly trees: number;
  /** On each tree. */
  readonly fruits: number;
  /** Pieces that the raven is made of. */
  readonly raven: number;
}

/** Rouge, vert, jaune, bleu: the die's letters in the paper, which has the first two; `p` (panier) and `c` (corbeau) are taken. */
const COLOURS = ['r', 'v', 'j', 'b'];

/**
 * The rules of Orchard (Verger) in any size, after figure 1 of Koriche, Lagrue, Piette, Tabary: Traduction de jeux à information
 * incertaine en réseaux de contraintes stochastiques. The figure holds the trees and the raven in one fluent, whose values
 * multiply; here each has its own, so that the rules grow with their sum. A round is a roll of the die or a choice of the basket: the
 * player moves while the die rests. The figure lets the player pick from empty trees; here, as section 2.3 asks, the basket takes
 * two fruits: only then does the worst play win what the paper says. Both orders of a choice are moves, as in its table 5.
 * Throws a RangeError unless each count is a whole number from 1 on.
 */
export function orchardRules(size: OrchardSize): string {
  for (const [name, count] of Object.entries(size)) {
    if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`${name} must be a whole number from 1 on`);
  }
  return [opening(size), pieces(size), RULES].join('\n');
}

function opening({ trees, fruits, raven }: OrchardSize): string {
  return `; Orchard (Verger, Obstgarten) with ${counted(trees, 'tree')} of ${counted(fruits, 'fruit')}, a raven of ${counted(raven, 'piece')} and a die of ${String(trees + 2)} sides.
; After Koriche, Lagrue, Piette, Tabary: Traduction de jeux à information incertaine en réseaux de contraintes stochastiques,
; section 2.3 and figure 1. Written by \`woodstock games --orchard ${[trees, fruits, raven].join()}\`.
;
; A colour takes a fruit from its tree, if one is left; c takes a piece of the raven; p is the basket: bob takes two fruits of
; his choice, or the last one, in a round of its own in which the die rests. Bob wins if the trees are empty before the raven is
; gone. A colour whose tree is empty changes nothing, so no number of rounds bounds a match, but it ends with probability one.
`;
}

function pieces({ trees, fruits, raven }: OrchardSize): string {
  const colours = Array.from({ length: trees }, (_, tree) => COLOURS[tree] ?? `t${String(tree + 1)}`);
  return `(role bob)
(role random)

; The trees
${lines(colours, (colour) => `(tree ${colour})`)}

; The sides of the die: one for each tree, the basket and the raven
(<= (side ?tree)
    (tree ?tree))
(side p)
(side c)

; (succ N M): taking one from M leaves N, and nothing can be taken from nothing.
(succ 0 0)
${lines(
  Array.from({ length: Math.max(fruits, raven) }, (_, below) => below),
  (below) => `(succ ${String(below)} ${String(below + 1)})`,
)}

(<= (init (fruits ?tree ${String(fruits)}))
    (tree ?tree))
(init (raven ${String(raven)}))
(init (control random))
`;
}

const counted = (count: number, thing: string): string => `${String(count)} ${thing}${count === 1 ? '' : 's'}`;

const lines = <T>(items: readonly T[], line: (item: T) => string): string => items.map(line).join('\n');

const RULES = `; Moves

(<= (legal random (roll ?side))
    (true (control random))
    (side ?side))
(<= (legal random noop)
    (true (control bob)))
(<= (legal bob noop)
    (true (control random)))

; The basket takes two fruits, from two trees or from one; (choice T T) also takes the last fruit of all.
(<= (legal bob (choice ?first ?second))
    (true (control bob))
    (bears ?first)
    (bears ?second)
    (distinct ?first ?second))
(<= (legal bob (choice ?tree ?tree))
    (true (control bob))
    (true (fruits ?tree ?count))
    (distinct ?count 0)
    (distinct ?count 1))
(<= (legal bob (choice ?tree ?tree))
    (true (control bob))
    (true (fruits ?tree 1))
    (not (othersBear ?tree)))

(<= (bears ?tree)
    (true (fruits ?tree ?count))
    (distinct ?count 0))
(<= (othersBear ?tree)
    (tree ?tree)
    (bears ?other)
    (distinct ?tree ?other))

; Effects on whose turn it is

(<= (next (control bob))
    (does random (roll p)))
(<= (next (control random))
    (does random (roll ?side))
    (distinct ?side p))
(<= (next (control random))
    (true (control bob)))

; Effects on the trees

(<= (loses ?tree one)
    (tree ?tree)
    (does random (roll ?tree)))
(<= (loses ?tree one)
    (does bob (choice ?tree ?other))
    (distinct ?tree ?other))
(<= (loses ?tree one)
    (does bob (choice ?other ?tree))
    (distinct ?tree ?other))
(<= (loses ?tree two)
    (does bob (choice ?tree ?tree)))

(<= (picked ?tree)
    (loses ?tree ?fruits))

(<= (next (fruits ?tree ?left))
    (loses ?tree one)
    (true (fruits ?tree ?count))
    (succ ?left ?count))
(<= (next (fruits ?tree ?left))
    (loses ?tree two)
    (true (fruits ?tree ?count))
    (succ ?between ?count)
    (succ ?left ?between))
(<= (next (fruits ?tree ?count))
    (true (fruits ?tree ?count))
    (not (picked ?tree)))

; Effects on the raven

(<= (next (raven ?left))
    (does random (roll c))
    (true (raven ?count))
    (succ ?left ?count))
(<= (next (raven ?count))
    (true (raven ?count))
    (not (does random (roll c))))

; End and goals

(<= fruitful
    (bears ?tree))

(<= terminal
    (not fruitful))
(<= terminal
    (true (raven 0)))

(<= (goal bob 100)
    (not fruitful))
(<= (goal bob 0)
    fruitful)
`;

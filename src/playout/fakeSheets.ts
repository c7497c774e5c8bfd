/**
 * A counter goes down by 1, 2 or 3 and ends the game at 0; whoever would have to move at 1 cannot, and there the rules are at fault. A third
 * role has a choice of its own at each step.
 */
export const STUCK_SHEET = `
  (role left) (role right) (role idler)
  (init (at 9)) (init (control left))
  (down 9 1 8) (down 9 2 7) (down 9 3 6) (down 8 1 7) (down 8 2 6) (down 8 3 5) (down 7 1 6) (down 7 2 5) (down 7 3 4)
  (down 6 1 5) (down 6 2 4) (down 6 3 3) (down 5 1 4) (down 5 2 3) (down 5 3 2) (down 4 1 3) (down 4 2 2) (down 4 3 1)
  (down 3 1 2) (down 3 2 1) (down 3 3 0) (down 2 1 1) (down 2 2 0)
  (<= (legal ?r (take ?n)) (true (control ?r)) (true (at ?x)) (down ?x ?n ?y))
  (<= (legal left noop) (true (control right)))
  (<= (legal right noop) (true (control left)))
  (legal idler sit) (legal idler stand) (<= (legal idler jump) (true (at 5)))
  (<= (next (at ?y)) (true (at ?x)) (does ?r (take ?n)) (down ?x ?n ?y))
  (<= (next (control left)) (true (control right)))
  (<= (next (control right)) (true (control left)))
  (<= (next jumped) (does idler jump)) (<= (next jumped) (true jumped))
  (<= terminal (true (at 0)))
  (<= (goal left 100) (true (control right))) (<= (goal left 10) (true (control left)))
  (<= (goal right 100) (true (control left))) (<= (goal right 10) (true (control right)))
  (<= (goal idler 80) (true jumped)) (<= (goal idler 30) (not (true jumped)))
`;

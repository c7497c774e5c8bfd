/** The name that someone who typed `wanted` most likely meant, if one is near enough. */
export function nearestName(wanted: string, names: readonly string[]): string | undefined {
  const bare = withoutDress(wanted);
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(bare.length / 3)) + 1;
  for (const name of names) {
    const distance = editDistance(bare, withoutDress(name));
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/** `games/ticTacToe.kif`, `tic_tac_toe` and `tic-tac-toe` are spellings of one name. */
function withoutDress(name: string): string {
  const base = name.slice(name.lastIndexOf('/') + 1).replace(/\.(kif|hrf|gdl)$/i, '');
  return base
    .slice(0, 64)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

/** Levenshtein's distance: letters to insert, delete or replace. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let i = 0; i < left.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < right.length; j++) {
      const replaced = row[j]! + (left[i] === right[j] ? 0 : 1);
      next.push(Math.min(replaced, row[j + 1]! + 1, next[j]! + 1));
    }
    row = next;
  }
  return row[right.length]!;
}

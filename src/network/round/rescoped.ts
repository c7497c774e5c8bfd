/** The same over other variables. */
export function rescoped<Scoped extends { readonly scope: readonly number[] }>(
  one: Scoped,
  place: (variable: number) => number,
): Scoped {
  return { ...one, scope: one.scope.map(place) };
}

/**
 * Creates a route's `validateSearch` whose page gets only what `parse` returns. By itself the router passes the raw
 * values on too, so that a value which `parse` omits would reach the page unvalidated.
 */
export function onlyParsed<Search extends object>(
  parse: (input: Record<string, unknown>) => Search,
): (input: Record<string, unknown>) => Search {
  return (input) => ({ ...withoutValues(input), ...parse(input) })
}

/** Sets every parameter to undefined, which the router removes from the URL. */
function withoutValues(input: Record<string, unknown>): Record<string, undefined> {
  return Object.fromEntries(Object.keys(input).map((key) => [key, undefined]))
}

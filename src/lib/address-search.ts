/**
 * For a route's `validateSearch`: its page gets what `parse` returns and nothing else. By itself the router gives a page
 * the raw values too, so that one which `parse` leaves out would reach the page unread.
 */
export function onlyParsed<Search extends object>(
  parse: (input: Record<string, unknown>) => Search,
): (input: Record<string, unknown>) => Search {
  return (input) => ({ ...withoutValues(input), ...parse(input) })
}

/** The router takes parameters without a value out of the address. */
function withoutValues(input: Record<string, unknown>): Record<string, undefined> {
  return Object.fromEntries(Object.keys(input).map((key) => [key, undefined]))
}

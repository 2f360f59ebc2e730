/** JSON with the keys of every object sorted: equal bodies make equal texts, however they were written. */
export function toCanonicalJson(body: unknown): string {
  return JSON.stringify(body, (_key, value: unknown) => (isObject(value) ? sortKeys(value) : value)) ?? ''
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sortKeys(object: object): object {
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

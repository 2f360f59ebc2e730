/** Most statements with a name: each connection of PostgreSQL keeps what it has prepared for as long as it is open. */
const maxNames = 300

const names = new Map<string, string>()

/**
 * Gives a statement a name, by which PostgreSQL reads and plans it once for each connection. For statements that are
 * the same for every value: a list is planned for the values that it asks for.
 */
export function registerStatementName(text: string): void {
  if (names.size < maxNames && !names.has(text)) names.set(text, `kept_${names.size}`)
}

/** The name of a statement; undefined when it has none. */
export function findStatementName(text: string): string | undefined {
  return names.get(text)
}

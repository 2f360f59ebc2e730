/** Returns whether a message of a page has this type. Its other members are trusted. */
export function isMessage<T extends { type: string }>(data: unknown, type: T['type']): data is T {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === type
}

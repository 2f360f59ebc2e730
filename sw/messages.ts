/** True for a message of a page that is of this type; what else it holds is the page's part of the agreement. */
export function isMessage<T extends { type: string }>(data: unknown, type: T['type']): data is T {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === type
}

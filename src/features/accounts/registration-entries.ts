import type { OutboxEntry } from '#outbox/index.ts'

type Entries = readonly OutboxEntry[]

/** What waits or was sent about a row: by the server's name of it, or by the one that it was given on this phone. */
export function entriesAbout(entries: Entries, module: string, id: string): Entries {
  const ofModule = entries.filter((entry) => entry.module === module)
  const names = new Set([
    id,
    ...ofModule.filter(({ serverRef }) => serverRef?.id === id).map(({ entityId }) => entityId),
  ])
  return ofModule.filter(({ entityId }) => names.has(entityId))
}

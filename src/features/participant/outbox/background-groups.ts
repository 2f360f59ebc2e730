import type { OutboxEntry } from '#outbox/index.ts'

/** Background entries of one module, such as stars, shown as one row. */
export interface BackgroundGroup {
  module: string
  /** Label of the newest entry. */
  title: string
  /** At least one, oldest first. */
  entries: readonly [OutboxEntry, ...OutboxEntry[]]
}

/** Separates typed entries from background entries, which are grouped by module. */
export function groupBackgroundEntries(entries: readonly OutboxEntry[]): {
  single: readonly OutboxEntry[]
  groups: readonly BackgroundGroup[]
} {
  const groups = new Map<string, [OutboxEntry, ...OutboxEntry[]]>()
  for (const entry of entries.filter(({ isQuiet }) => isQuiet)) {
    const group = groups.get(entry.module)
    if (group) group.push(entry)
    else groups.set(entry.module, [entry])
  }
  return {
    single: entries.filter(({ isQuiet }) => !isQuiet),
    groups: [...groups].map(([module, group]) => {
      const ordered = group.toSorted((one, other) => one.createdAt - other.createdAt) as typeof group
      return { module, title: ordered.at(-1)?.title ?? '', entries: ordered }
    }),
  }
}

/** Picks the entry that represents a group: one that needs the user first, then pending ones, then the latest sent. */
export function pickRepresentative({ entries }: BackgroundGroup): OutboxEntry {
  const statesByUrgency = ['needs_auth', 'expired', 'sending', 'waiting', 'queued'] as const
  for (const state of statesByUrgency) {
    const match = entries.find((entry) => entry.state === state)
    if (match) return match
  }
  return entries.reduce((latest, entry) => ((entry.doneAt ?? 0) > (latest.doneAt ?? 0) ? entry : latest))
}

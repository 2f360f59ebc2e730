import type { OutboxEntry } from '#outbox/index.ts'

/** Background entries of one module, such as stars, shown as one card. */
export interface BackgroundGroup {
  module: string
  /** Label of the newest entry. */
  title: string
  /** At least one, oldest first. */
  entries: readonly [OutboxEntry, ...OutboxEntry[]]
}

/** Separates entries of forms and actions from background entries, which are grouped by module. */
export function groupBackgroundEntries(entries: readonly OutboxEntry[]): {
  typedEntries: readonly OutboxEntry[]
  backgroundGroups: readonly BackgroundGroup[]
} {
  const groups = new Map<string, [OutboxEntry, ...OutboxEntry[]]>()
  for (const entry of entries.filter(({ isQuiet }) => isQuiet)) {
    const group = groups.get(entry.module)
    if (group) group.push(entry)
    else groups.set(entry.module, [entry])
  }
  return {
    typedEntries: entries.filter(({ isQuiet }) => !isQuiet),
    backgroundGroups: [...groups].map(([module, group]) => {
      const ordered = group.toSorted((one, other) => one.createdAt - other.createdAt) as typeof group
      return { module, title: ordered.at(-1)?.title ?? '', entries: ordered }
    }),
  }
}

/**
 * Picks the entry whose status represents a group: one that needs the user first, then pending ones, then the latest
 * sent. Conflicts and rejections are not among the states, because such a background entry is removed.
 */
export function pickRepresentative({ entries }: BackgroundGroup): OutboxEntry {
  const statesByUrgency = ['needs_auth', 'expired', 'sending', 'waiting', 'queued'] as const
  for (const state of statesByUrgency) {
    const match = entries.find((entry) => entry.state === state)
    if (match) return match
  }
  return entries.reduce((latest, entry) => ((entry.doneAt ?? 0) > (latest.doneAt ?? 0) ? entry : latest))
}

import type { OutboxEntry } from '#outbox/index.ts'

/** What was done with taps alone in one module, told of as one thing. */
export interface BackgroundGroup {
  module: string
  /** In the words of the newest. */
  title: string
  /** At least one, the oldest first. */
  entries: readonly [OutboxEntry, ...OutboxEntry[]]
}

/** What a person typed, each by itself, and what they only tapped, together by its module. */
export function groupBackgroundEntries(entries: readonly OutboxEntry[]): {
  loud: readonly OutboxEntry[]
  quiet: readonly BackgroundGroup[]
} {
  const groups = new Map<string, [OutboxEntry, ...OutboxEntry[]]>()
  for (const entry of entries.filter(({ isQuiet }) => isQuiet)) {
    const group = groups.get(entry.module)
    if (group) group.push(entry)
    else groups.set(entry.module, [entry])
  }
  return {
    loud: entries.filter(({ isQuiet }) => !isQuiet),
    quiet: [...groups].map(([module, group]) => {
      const ordered = group.toSorted((one, other) => one.createdAt - other.createdAt) as typeof group
      return { module, title: ordered.at(-1)?.title ?? '', entries: ordered }
    }),
  }
}

/** What says most of a group: what needs the person before what is on its way, and of those that arrived the last. */
export function pickRepresentative({ entries }: BackgroundGroup): OutboxEntry {
  const loudest = ['needs_auth', 'expired', 'sending', 'waiting', 'queued'] as const
  for (const state of loudest) {
    const found = entries.find((entry) => entry.state === state)
    if (found) return found
  }
  return entries.reduce((last, entry) => ((entry.doneAt ?? 0) > (last.doneAt ?? 0) ? entry : last))
}

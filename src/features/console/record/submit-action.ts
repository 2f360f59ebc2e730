import type { ModuleMetadata } from '#contract/metadata.ts'
import type { Locale } from '#contract/locale.ts'
import { discardEntry, reviseEntry, submit, type OutboxEntry } from '#outbox/index.ts'
import type { Row } from '../data/console-api.ts'
import { titleDot } from '../field-values/row-title.ts'

/** States of an entry in which it is on its way: until it has arrived, nothing else is done with the row. */
export const inFlightStates: ReadonlySet<OutboxEntry['state']> = new Set([
  'queued',
  'sending',
  'waiting',
  'needs_auth',
])

/** What is to be done with a row, and what was done with it before. */
export interface ActionSubmission {
  metadata: ModuleMetadata
  row: Row
  /** The row's own title. */
  title: string
  locale: Locale
  /** The newest entry about the row. */
  entry: OutboxEntry | undefined
  name: string
  body: Readonly<Record<string, unknown>>
  /** As long it can be taken back. */
  holdMs?: number
  isQuiet?: boolean
}

/** Hands an action to the outbox; one that was refused is sent anew in its own place. */
export async function submitAction({
  metadata,
  row,
  title,
  locale,
  entry,
  name,
  body,
  ...how
}: ActionSubmission): Promise<OutboxEntry> {
  if (entry && isRejectedAction(entry, name)) return reviseEntry(entry.id, body)
  // What was refused before would stand in the way of what the person wants now.
  if (entry && needsDecision(entry)) await discardEntry(entry.id)
  return submit({
    module: metadata.name,
    entityId: row.id,
    deed: { kind: 'action', name, baseVersion: row.version },
    body,
    title: `${metadata.actions[name]?.label[locale] ?? name}${titleDot}${title}`,
    formPath: `/console/${metadata.name}/${row.id}`,
    ...how,
  })
}

/** True for an entry that goes no further by itself. */
export function needsDecision({ state }: OutboxEntry): boolean {
  return state !== 'done' && !inFlightStates.has(state)
}

/** True for a refusal of this very action. */
export function isRejectedAction({ state, deed }: OutboxEntry, name: string): boolean {
  return state === 'rejected' && deed.kind === 'action' && deed.name === name
}

import type { ModuleMetadata } from '#contract/metadata.ts'
import type { Locale } from '#contract/locale.ts'
import { save, type OutboxEntry } from '#outbox/index.ts'
import type { Row } from '../data/console-api.ts'
import { titleDot } from '../field-values/field-text.ts'

/** States of an entry that is being sent; no other operation on the row is possible until the server has answered. */
export const inFlightStates: ReadonlySet<OutboxEntry['state']> = new Set([
  'queued',
  'sending',
  'waiting',
  'needs_auth',
])

/** What {@link submitAction} needs: an action on a row, and the previous entry about the row. */
export interface ActionSubmission {
  metadata: ModuleMetadata
  row: Row
  /** Title of the row. */
  title: string
  locale: Locale
  /** The newest entry about the row. */
  entry: OutboxEntry | undefined
  /** Name of the action. */
  name: string
  /** Values of the action's form, by the keys of its fields. */
  body: Readonly<Record<string, unknown>>
  /** How long the entry can be undone before it is sent, in milliseconds. */
  delayMs?: number
  /** Sends the action as a background entry, which is not shown as a decision of the user. */
  isQuiet?: boolean
}

/**
 * Submits an action to the outbox; a rejected one is revised in place.
 * @throws when the device cannot store the entry
 */
export async function submitAction({
  metadata,
  row,
  title,
  locale,
  entry,
  name,
  body,
  ...options
}: ActionSubmission): Promise<OutboxEntry> {
  const label = metadata.actions[name]?.label[locale] ?? name
  const result = await save({
    module: metadata.name,
    row,
    entries: entry ? [entry] : [],
    operation: { action: name },
    values: body,
    title: `${label}${titleDot}${title}`,
    formPath: `/console/${metadata.name}/${row.id}`,
    ...options,
  })
  // An action always has an entry: only a withdrawal can end without one.
  return result.entry as OutboxEntry
}

/** Whether an entry is the rejection of this action. */
export function isRejectedAction({ state, deed }: OutboxEntry, name: string): boolean {
  return state === 'rejected' && deed.kind === 'action' && deed.name === name
}

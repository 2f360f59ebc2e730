import type { OutboxEntry } from '#outbox/index.ts'
import { moduleName, type MeetingRow } from './queries.ts'

/** An application as the person knows it: what the server has, what is on its way to it, or both. */
export interface Application {
  id: string
  row: MeetingRow | undefined
  /** The newest thing about it that was handed to the outbox: what has not arrived, or a receipt of this visit. */
  entry: OutboxEntry | undefined
  /** What it says: the row's fields with those that are on their way. */
  values: Readonly<Record<string, unknown>>
}

/** A text of what was typed; empty where there is none. */
export function textOf(values: Application['values'], key: string): string {
  const value = values[key]
  return typeof value === 'string' ? value : ''
}

/**
 * The person's applications; what the server does not know yet stands before the rest, the newest first.
 * @param sinceMs when this visit began, by the device's clock: older receipts are no news
 */
export function listApplications(
  rows: readonly MeetingRow[],
  entries: readonly OutboxEntry[],
  sinceMs: number,
): readonly Application[] {
  const about = entries.filter(({ module }) => module === moduleName)
  const open = about.filter(({ state }) => state !== 'done')
  const known = rows.map((row) => {
    const own = open.filter((entry) => isOf(entry, row.id))
    const told = about.findLast(
      (entry) => isOf(entry, row.id) && (entry.state !== 'done' || (entry.doneAt ?? 0) >= sinceMs),
    )
    return { id: row.id, row, entry: told, values: { ...row, ...bodiesOf(own) } }
  })
  const fresh = about
    .filter((entry) => entry.deed.kind === 'create' && !rows.some(({ id }) => isOf(entry, id)))
    .map((create) => {
      const own = open.filter(({ entityId }) => entityId === create.entityId)
      const values = { ...create.body, ...bodiesOf(own) }
      return { id: create.entityId, row: undefined, entry: own.at(-1) ?? create, values }
    })
  return [...fresh.toReversed(), ...known]
}

const isOf = ({ entityId, serverRef }: OutboxEntry, id: string): boolean =>
  entityId === id || serverRef?.id === id

/** What was typed, one after the other; a withdrawal has typed nothing. */
function bodiesOf(entries: readonly OutboxEntry[]): Record<string, unknown> {
  const typed = entries.filter(({ deed }) => deed.kind === 'create' || deed.kind === 'update')
  return Object.fromEntries(typed.flatMap(({ body }) => Object.entries(body)))
}

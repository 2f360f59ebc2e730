import { expect } from 'vitest'
import { sideMeetings } from '../../contract/modules/side-meetings.ts'
import type { Database } from '../../server/db/client.ts'
import { moduleTables } from '../../server/engine/module-tables.ts'
import { readRows } from '../../server/engine/write-rows.ts'
import type { Acknowledged } from './keyed-writers.ts'

/**
 * Holds what is in the database against what writers were told: every acknowledged write is there once, no room is
 * given twice, and each version of a row has its revision, its line in the audit log and its message.
 */
export async function expectEverythingOnce(
  db: Database,
  acknowledged: readonly Acknowledged[],
): Promise<void> {
  const rows = (await readRows(db.kysely, sideMeetings)).filter(({ name }) =>
    String(name).startsWith('writer '),
  )
  const names = rows.map(({ name }) => String(name))
  expect(names.toSorted()).toEqual(acknowledged.map(({ name }) => name).toSorted())
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const { id, name, assigned } of acknowledged)
    expect(byId.get(id)).toMatchObject({ name, status: assigned ? 'assigned' : 'submitted' })
  expectNoRoomTwice(rows)
  await expectTrails(db, rows)
}

function expectNoRoomTwice(rows: readonly Readonly<Record<string, unknown>>[]): void {
  const held = rows.filter((row) => row['status'] === 'assigned')
  const place = (row: (typeof held)[number]) =>
    `${String(row['assigned_room'])} ${String(row['assigned_date'])}`
  const from = (row: (typeof held)[number]) => String(row['assigned_start_time_at'])
  const to = (row: (typeof held)[number]) => String(row['assigned_end_time_at'])
  const twice = held.filter((a) =>
    held.some((b) => a !== b && place(a) === place(b) && from(a) < to(b) && from(b) < to(a)),
  )
  expect(twice).toEqual([])
}

function count(list: readonly Record<string, unknown>[], id: string): number {
  return list.filter((row) => row['row_id'] === id).length
}

async function expectTrails(db: Database, rows: readonly { id: string; version: number }[]): Promise<void> {
  const tables = moduleTables(db.kysely)
  const revisions = await tables
    .selectFrom('row_revisions')
    .select(['row_id', 'version'])
    .where('module', '=', sideMeetings.name)
    .execute()
  const audits = await tables
    .selectFrom('audit_log')
    .select('row_id')
    .where('module', '=', sideMeetings.name)
    .execute()
  for (const { id, version } of rows) {
    expect(count(revisions, id)).toBe(version)
    expect(count(audits, id)).toBe(version)
  }
  const told = await tables
    .selectFrom('outgoing_messages')
    .select('id')
    .where('template', '=', 'side_meeting_assigned')
    .execute()
  expect(told).toHaveLength(rows.filter(({ version }) => version > 1).length)
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './client.ts'
import { streamRows } from './stream-rows.ts'

test('the transaction answers questions about a row while more rows are to come', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'forum-stream-'))
  const db = await openDatabase({ dataDir })
  onTestFinished(async () => {
    await db.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  await sql`create table rooms (id text primary key, seats integer)`.execute(db.kysely)
  for (const seats of [20, 400, 60])
    await sql`insert into rooms values (${`r${seats}`}, ${seats})`.execute(db.kysely)
  const columns = [
    { name: 'id', kind: 'text' },
    { name: 'seats', kind: 'other' },
  ] as const
  const seen = await db.snapshot(async (trx) => {
    const answers: unknown[] = []
    for await (const { id } of streamRows(trx, { name: 'rooms', columns: [...columns] })) {
      const { rows } = await sql`select seats from rooms where id = ${id}`.execute(trx)
      answers.push([id, ...rows])
    }
    return answers
  })
  expect(seen).toEqual([
    ['r20', { seats: 20 }],
    ['r400', { seats: 400 }],
    ['r60', { seats: 60 }],
  ])
})

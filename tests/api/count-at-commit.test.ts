import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Database } from '#server/db/client.ts'
import { countAtCommit, countNow } from '#server/db/count-at-commit.ts'
import { migrate } from '#server/db/migrate.ts'
import { bothDatabases } from '../support/databases.ts'

bothDatabases('revisions of modules', (place, dialect) => {
  const opened = async () => {
    const db = await place.open()
    await migrate(db)
    return db
  }

  it('grow by one for each transaction that wrote, and not for one that failed', async () => {
    const db = await opened()
    await db.transaction(async (trx) => {
      await countAtCommit(trx, 'whole')
      await countAtCommit(trx, "o'clock")
    })
    await db.transaction((trx) => countAtCommit(trx, 'whole'))
    const failed = db.transaction(async (trx) => {
      await countAtCommit(trx, 'whole')
      throw new Error('half-way')
    })
    await expect(failed).rejects.toThrow('half-way')
    // The connection of the failed one carries nothing over.
    await db.transaction((trx) => countAtCommit(trx, 'other'))
    expect(await revisionsOf(db)).toMatchObject({ whole: 2, "o'clock": 1, other: 1 })
  })

  it('grow at once where there is no transaction', async () => {
    const db = await opened()
    await countAtCommit(db.kysely, 'alone')
    expect(await revisionsOf(db)).toMatchObject({ alone: 1 })
    await db.snapshot((trx) => trx.selectFrom('module_revisions').select('module').execute())
    expect(await revisionsOf(db)).toMatchObject({ alone: 1 })
  })

  it('are counted by transactions that wrote modules in any order, and never twice at once', async () => {
    const db = await opened()
    const orders = Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? ['a', 'b'] : ['b', 'a']))
    const write = (modules: readonly string[]) =>
      db.transaction(async (trx) => {
        for (const module of modules) await countAtCommit(trx, module)
      })
    for (let round = 0; round < 50; round += 1) {
      await Promise.all(orders.map(write))
    }
    expect(await revisionsOf(db)).toMatchObject({ a: 400, b: 400 })
  })

  // One transaction of SQLite writes at a time: no two are under way.
  if (dialect === 'sqlite') return

  it('are not waited for by who writes the same module meanwhile', async () => {
    const db = await opened()
    await db.transaction(async (first) => {
      await countAtCommit(first, 'busy')
      await db.transaction((second) => countAtCommit(second, 'busy'))
      expect(await revisionsOf(db)).toMatchObject({ busy: 1 })
    })
    expect(await revisionsOf(db)).toMatchObject({ busy: 2 })
  })

  it('that are counted at once keep others from ending before', async () => {
    const db = await opened()
    const order: string[] = []
    let other: Promise<unknown> = Promise.resolve()
    await db.transaction(async (trx) => {
      await countNow(trx, 'held')
      other = db.transaction((later) => countAtCommit(later, 'held')).then(() => order.push('other'))
      await waitingFor(db)
      order.push('first')
    })
    await other
    expect(order).toEqual(['first', 'other'])
  })
})

async function revisionsOf(db: Database): Promise<Record<string, number>> {
  const rows = await db.kysely.selectFrom('module_revisions').selectAll().execute()
  return Object.fromEntries(rows.map(({ module, revision }) => [module, revision]))
}

/** Ends when a connection waits for a lock. */
async function waitingFor(db: Database): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db.kysely)
    return rows.length > 0
  }
  await expect.poll(waiting).toBe(true)
}

import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../server/db/client.ts'
import { keepQuery } from '../../server/db/kept-query.ts'
import { migrate } from '../../server/db/migrate.ts'
import { insertOne } from '../../server/db/one-row.ts'
import { runTogether } from '../../server/db/run-together.ts'
import { bothDatabases } from '../support/databases.ts'

const revisionOf = keepQuery((kysely, { module }: { module: string }) =>
  kysely.selectFrom('module_revisions').select('revision').where('module', '=', module).compile(),
)

bothDatabases('queries that are kept', (suite, dialect) => {
  let db: Database

  beforeAll(async () => {
    db = await suite.open()
    await migrate(db)
  })

  test('take the values of each call, in and outside of transactions', async () => {
    await db.kysely
      .insertInto('module_revisions')
      .values(['a', 'b'].map((module, index) => ({ module, revision: index + 1 })))
      .execute()
    for (const [module, revision] of [
      ['a', 1],
      ['b', 2],
      ['a', 1],
    ] as const)
      expect(await revisionOf.run(db.kysely, { module })).toEqual([{ revision }])
    await db.transaction(async (trx) => {
      await trx.updateTable('module_revisions').set({ revision: 9 }).where('module', '=', 'a').execute()
      expect(await revisionOf.run(trx, { module: 'a' })).toEqual([{ revision: 9 }])
    })
  })

  test('run together, each with its own values, or not at all', async () => {
    const write = (module: string, task: string) =>
      db.transaction((trx) =>
        runTogether(trx, [
          insertOne(trx, 'module_revisions', { module, revision: 3 }),
          insertOne(trx, 'task_runs', { task, ran_at: '2023-09-01T00:00:00Z' }),
        ]),
      )
    await write('c', 'first')
    await write('d', 'second')
    await expect(write('e', 'second')).rejects.toThrow(/unique/i)
    expect(await revisionOf.run(db.kysely, { module: 'd' })).toEqual([{ revision: 3 }])
    expect(await revisionOf.run(db.kysely, { module: 'e' })).toEqual([])
    const tasks = await db.kysely.selectFrom('task_runs').select('task').orderBy('task').execute()
    expect(tasks.map(({ task }) => task)).toEqual(['first', 'second'])
  })

  test('are prepared once for a connection of PostgreSQL', async () => {
    if (dialect === 'sqlite') return
    const names = await db.kysely.connection().execute(async (one) => {
      for (const module of ['a', 'b', 'c']) await revisionOf.run(one, { module })
      return sql<{ statement: string }>`select statement from pg_prepared_statements
        where statement like '%from "module_revisions" where "module" = $1'`.execute(one)
    })
    expect(names.rows).toHaveLength(1)
  })
})

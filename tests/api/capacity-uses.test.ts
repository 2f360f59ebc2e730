import { sql, type Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { registrations } from '#contract/modules/registrations.ts'
import { tourRoutes } from '#contract/modules/tour-routes.ts'
import { migrate } from '#server/db/migrate.ts'
import { up } from '#server/db/migrations/2026-11-27-taken-places.ts'
import type { Database } from '#server/db/client.ts'
import { capacityTriggerStatements, capacityTriggers } from '#server/engine/schema/table-statements.ts'
import { upsertRows } from '#server/engine/write/write-rows.ts'
import { registrationsServer } from '#server/modules/registrations/registrations.ts'
import { tourSeatsQuery } from '#server/modules/registrations/seat-routes.ts'
import { toRegistration } from '#server/sample/load-sample.ts'
import { sampleRows } from '#server/sample/rows.ts'
import { bothDatabases } from '../support/databases.ts'
import { testSecrets } from '../support/keys.ts'
import { explainQuestions, lookedUpBy } from '../support/query-plans.ts'

const asked = { module: registrations.name, relation: 'activities' }

bothDatabases('places that rows take', (suite, dialect) => {
  /** As before the migration that made them. */
  async function dropUses({ kysely }: Database): Promise<void> {
    const { definition, capacities = [] } = registrationsServer
    for (const name of capacities.flatMap((rule) => capacityTriggers(definition.name, rule, dialect)))
      await sql
        .raw(dialect === 'sqlite' ? `drop trigger "${name}"` : `drop function "${name}" cascade`)
        .execute(kysely)
    await kysely.schema.dropTable('capacity_uses').execute()
  }

  test('are known of all rows of before, and follow every way in which a row is written', async () => {
    const db = await suite.open()
    await migrate(db)
    await dropUses(db)
    const options = { now: '2023-09-01T00:00:00Z', secrets: testSecrets }
    const put = (rows: readonly object[]) =>
      db.transaction((trx) => upsertRows(trx, registrations, rows as never, options))
    await db.transaction((trx) => upsertRows(trx, tourRoutes, sampleRows.tour_routes, options))
    await put([row(1, ['tour-a']), row(2, ['tour-a', 'tour-b']), row(3, ['tour-a'], 'declined')])
    await up(db.kysely as unknown as Kysely<unknown>)
    expect(await taken(db)).toEqual({ 'tour-a': 2, 'tour-b': 1 })

    await put([row(1, ['tour-c']), row(4, ['tour-b'])])
    expect(await taken(db)).toEqual({ 'tour-a': 1, 'tour-b': 2, 'tour-c': 1 })
    await put([row(2, ['tour-a', 'tour-b'], 'withdrawn'), row(3, ['tour-a'], 'submitted')])
    expect(await taken(db)).toEqual({ 'tour-a': 1, 'tour-b': 1, 'tour-c': 1 })
    await sql`update registrations set deleted_at = ${options.now} where id = 'r4'`.execute(db.kysely)
    await sql`update registrations set activities = null where id = 'r1'`.execute(db.kysely)
    expect(await taken(db)).toEqual({ 'tour-a': 1 })
    await sql`update registrations set deleted_at = null where id = 'r4'`.execute(db.kysely)
    await sql`delete from registrations where id = 'r3'`.execute(db.kysely)
    expect(await taken(db)).toEqual({ 'tour-b': 1 })
    const half = db.transaction(async (trx) => {
      await upsertRows(trx, registrations, [row(5, ['tour-a'])] as never, options)
      throw new Error('half-way')
    })
    await expect(half).rejects.toThrow('half-way')
    expect(await taken(db)).toEqual({ 'tour-b': 1 })
  })

  test('are counted by an index, without a look at the rows', async () => {
    const db = await suite.open()
    const [question] = await explainQuestions(db, (trx) => tourSeatsQuery.run(trx, asked))
    expect(question && lookedUpBy(question, 'capacity_uses')).toMatch(/module.*relation.*target/)
    expect(question?.plan.join('\n')).not.toContain('registrations ')
  })

  test('are kept by the triggers that the rules want now', async () => {
    const db = await suite.open()
    const { definition, capacities = [] } = registrationsServer
    const kept =
      dialect === 'sqlite'
        ? sql<{ text: string }>`select sql as text from sqlite_schema where name like '%!_uses!_%' escape '!'`
        : sql<{ text: string }>`select prosrc as text from pg_proc where proname like '%!_uses' escape '!'
            union all select pg_get_triggerdef(oid) from pg_trigger where tgname like '%!_uses' escape '!'`
    const texts = (await kept.execute(db.kysely)).rows.map(({ text }) => words(text))
    const wanted = capacityTriggerStatements({ definition, capacities }, dialect).map(words)
    expect(wanted.filter((statement) => !texts.some((text) => statement.includes(text)))).toEqual([])
    expect(texts).toHaveLength(wanted.length)
  })
})

/** What PostgreSQL writes otherwise than we do, and SQLite does not care about. */
function words(text: string): string {
  const plain = text.replaceAll(/["()]|public\./g, '').replaceAll(/\s+/g, ' ')
  return plain.trim().toLowerCase()
}

function row(no: number, activities: readonly string[], status = 'submitted') {
  const choosable = { tracks: [], tours: [], photo: { no: 'none' } as never }
  const { photo: _, ...fields } = toRegistration(no, choosable)
  return { ...fields, id: `r${no}`, owner_id: `u${no}`, activities, status }
}

/** How many seats of which tours are taken. */
async function taken(db: Database): Promise<Record<string, number>> {
  const tours = await tourSeatsQuery.run(db.kysely, asked)
  return Object.fromEntries(tours.map((tour) => [tour.id, tour.taken]).filter(([, count]) => count))
}

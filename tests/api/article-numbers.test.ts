import { beforeAll, expect, test } from 'vitest'
import { articleModuleNames } from '#contract/articles.ts'
import { informations } from '#contract/modules/informations.ts'
import { articleNumberHooks } from '#server/modules/articles/article-number.ts'
import type { Database } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import type { WriteHookContext } from '#server/engine/schema/write-hooks.ts'
import { upsertRows } from '#server/engine/write/write-rows.ts'
import { bothDatabases } from '../support/databases.ts'
import { explainQuestions, lookedUpBy } from '../support/query-plans.ts'

const now = new Date('2023-09-05T04:00:00Z')

const put = (trx: WriteHookContext['trx'], id: string, no: string) => {
  const title = { 'zh-CN': id, en: id }
  const row = { id, no, title, published_at: '2023-09-05T04:00:00Z', status: 'draft' }
  return upsertRows(trx, informations, [row], { now })
}
const stepOf = (trx: WriteHookContext['trx'], after: object = { id: 'new' }, memory = new Map()) =>
  ({ trx, now, memory, after, before: undefined }) as unknown as WriteHookContext
const give = async (step: WriteHookContext) => String((await articleNumberHooks.make(step))['no'])
const make = (own: Database, id: string) =>
  own.transaction(async (trx) => {
    const no = await give(stepOf(trx, { id }))
    await put(trx, id, no)
    return no
  })

bothDatabases('numbers of new articles', (suite) => {
  let db: Database
  beforeAll(async () => {
    db = await suite.open()
    await migrate(db)
  })

  const numberNow = () => db.transaction((trx) => give(stepOf(trx)))

  test('are found by one look into the index of each module, however many articles there are', async () => {
    const after = { id: 'new', no: '2023090501' }
    const questions = await explainQuestions(db, async (trx) => {
      await articleNumberHooks.make(stepOf(trx))
      await articleNumberHooks.check(stepOf(trx, after))
    })
    const asked = questions.filter(({ sql }) => articleModuleNames.some((name) => sql.includes(`"${name}"`)))
    expect(asked).toHaveLength(2)
    for (const question of asked)
      for (const name of articleModuleNames)
        expect(lookedUpBy(question, name)).toMatch(/(?:<expr>|length\(no\)).*\bno\b/)
  })

  test('follow the highest of the day, deleted or not, whatever was given by hand', async () => {
    expect(await numberNow()).toBe('2023090501')
    for (const [no, next] of [
      ['2023090507', '2023090508'],
      ['20230905-5', '2023090508'],
      ['202309051A', '2023090520'],
      ['2023090498', '2023090520'],
      ['20230905777', '2023090520'],
      ['2023090599', '20230905778'],
    ] as const) {
      await db.transaction((trx) => put(trx, `by-hand-${no}`, no))
      await moduleTables(db.kysely).updateTable('informations').set({ deleted_at: 'x' }).execute()
      expect([no, await numberNow()]).toEqual([no, next])
    }
  })

  test('go on beyond the digits within one write of many', async () => {
    await moduleTables(db.kysely).deleteFrom('informations').execute()
    await db.transaction(async (trx) => {
      await put(trx, 'last-but-one', '2023090598')
      await put(trx, 'longer', '20230905100')
      const memory = new Map<string, unknown>()
      const numbers = [
        await give(stepOf(trx, { id: 'a' }, memory)),
        await give(stepOf(trx, { id: 'b' }, memory)),
      ]
      expect(numbers).toEqual(['2023090599', '20230905101'])
    })
  })

  test('are never given twice to articles that are made at the same time', async () => {
    await moduleTables(db.kysely).deleteFrom('informations').execute()
    const other = await suite.open()
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, at) => make(at % 2 ? other : db, `at-once-${at}`)),
    )
    const wanted = Array.from({ length: 12 }, (_, at) => `20230905${String(at + 1).padStart(2, '0')}`)
    expect(made.toSorted()).toEqual(wanted)
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { paths } from '#contract/api.ts'
import type { ImportReport } from '#contract/transfer.ts'
import { type Database, openDatabase } from '#server/db/client.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import { startChildServer } from '../support/child-server.ts'
import { type DataPlace, eachDatabase } from '../support/databases.ts'
import { makeStallTables, stalls } from '../support/stalls.ts'
import { sendForm, signUp } from '../support/upload-forum.ts'
import { emptyPlace } from '../support/backups.ts'
import { until } from '../support/outgoing.ts'
import { startDurablePostgres } from '../support/postgres.ts'
import { twoSizes } from '../support/sizes.ts'

const rowCount = 1500
/** Where an import leaves something for each row. */
const kept = [stalls.name, 'row_revisions', 'outgoing_messages']

const lines = Array.from({ length: rowCount }, (_, at) => `c${at},摊位 ${at},Stall ${at},${at},1`)
const table = `code,name.zh-CN,name.en,line_no,place_no\n${lines.join('\n')}\n`

async function startOn(place: DataPlace) {
  const server = await startChildServer('stall-server.ts', place)
  onTestFinished(() => void server.process.kill('SIGKILL'))
  return server
}

type Answer = { data: ImportReport; error?: { key: string } } | undefined

/** What the server answers, once it has time for it; undefined when it never does. */
async function send(url: string, token: string, body: object, isPatient = true): Promise<Answer> {
  try {
    const response = await fetch(`${url}/api${paths.import(stalls.name)}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.status !== 503 || !isPatient) return (await response.json()) as Answer
  } catch {
    return undefined
  }
  await sleep(500)
  return send(url, token, body)
}

function expectCounts(answer: Answer, state: ImportReport['state']): void {
  expect(answer?.data).toMatchObject({ state, counts: { created: rowCount, bad: 0 } })
}

function expectOneOf(found: unknown, possible: readonly unknown[]): void {
  expect(possible).toContainEqual(found)
}

/** Someone who imports the same table again and again. */
async function arrive(db: Database, firstUrl: string, id: string) {
  const token = await signUp(db, id, 'organiser', new Date())
  const form = { module: stalls.name, purpose: 'import' }
  const stored = { name: 'stalls.csv', bytes: Buffer.from(table) }
  const { data: file } = await sendForm(`${firstUrl}/api${paths.upload}`, form, stored, token)
  const tables = moduleTables(db.kysely)
  /** Of the dry run that is to be carried out. */
  let checked: string | undefined
  /** How long a commit that nobody disturbs takes, in milliseconds. */
  let commitMs = 0

  const importer = {
    check: (url: string) => send(url, token, { file: file.no, mode: 'create' }),
    commit: (url: string, of = checked) => send(url, token, { token: of }),
    commitOnce: (url: string) => send(url, token, { token: checked }, false),
    /** Tokens of dry runs that did not come to their end, which nobody was told. */
    checksInDoubt: async (): Promise<string[]> => {
      const own = db.kysely.selectFrom('imports').select('id').where('owner_id', '=', id)
      return (await own.where('state', '=', 'reading').execute()).map((row) => row.id)
    },
    startOver: async (url: string): Promise<void> => {
      for (const name of kept) await tables.deleteFrom(name).execute()
      const answer = await importer.check(url)
      expectCounts(answer, 'checked')
      checked = answer?.data.token
    },
    /** Nothing or everything is there. @returns true when it is everything */
    expectNothingOrAll: async (): Promise<boolean> => {
      const counts = kept.map(
        async (name) => (await tables.selectFrom(name).select('version').execute()).length,
      )
      const audits = tables
        .selectFrom('audit_log')
        .select('row_id')
        .where('row_id', '=', checked ?? '')
      const found = [...(await Promise.all(counts)), (await audits.execute()).length]
      expectOneOf(found, [[rowCount, rowCount, rowCount, 1], Array(4).fill(0)])
      return found[0] === rowCount
    },
    /** The token says that it is done, or does it; once more it does nothing. */
    expectWritten: async (url: string): Promise<void> => {
      const first = await importer.commit(url)
      expectCounts(first, 'committed')
      expectOneOf((await importer.commit(url))?.data, [first?.data])
      expectOneOf(await importer.expectNothingOrAll(), [true])
    },
    /** A random moment within the n-th part of a commit, of which the last part reaches beyond its end. */
    anyMoment: (part: number, parts: number) =>
      sleep((((part % parts) + Math.random()) / parts) * commitMs * 1.1),
  }

  await importer.startOver(firstUrl)
  const startMs = performance.now()
  await importer.expectWritten(firstUrl)
  commitMs = performance.now() - startMs
  await importer.startOver(firstUrl)
  return importer
}

eachDatabase('an import whose server is killed', (data) => {
  let db: Database

  beforeAll(async () => {
    db = await data.open()
    await makeStallTables(db)
  })

  for (const { size: kills, mark } of twoSizes(2, 10, 'kills ten servers'))
    test(
      `writes all rows or none, and once in the end, over ${kills} kills [S13]`,
      { ...mark, timeout: 400_000 },
      async () => {
        let server = await startOn(data.place)
        const importer = await arrive(db, server.url, `importer-${kills}`)
        let unwritten = 0
        // Some of the moments lie within the writing.
        for (let round = 0; round < kills || unwritten === 0; round += 1) {
          const commit = importer.commit(server.url)
          await importer.anyMoment(round, kills)
          await server.end('SIGKILL')
          await commit
          const isAll = await importer.expectNothingOrAll()
          if (!isAll) unwritten += 1
          server = await startOn(data.place)
          if (!isAll) continue
          await importer.expectWritten(server.url)
          await importer.startOver(server.url)
        }
        await importer.expectWritten(server.url)
        expect(unwritten).toBeGreaterThan(0)
      },
    )

  for (const { size: kills, mark } of twoSizes(1, 2, 'kills two servers'))
    test(
      `leaves a check that nobody can carry out, over ${kills} kills [S13]`,
      { ...mark, timeout: 200_000 },
      async () => {
        const { place } = data
        let server = await startOn(place)
        const importer = await arrive(db, server.url, `checker-${kills}`)
        for (let round = 0; round < kills; round += 1) {
          const before = await importer.checksInDoubt()
          const check = importer.check(server.url)
          let known = before
          const isReading = async () => (known = await importer.checksInDoubt()).length > before.length
          await until(isReading, 'a check that goes on')
          await server.end('SIGKILL')
          await check
          server = await startOn(place)
          for (const token of known) {
            const answer = await importer.commit(server.url, token)
            expect(answer?.error?.key).toBe('import.over')
          }
          expect(await importer.expectNothingOrAll()).toBe(false)
        }
        await importer.expectWritten(server.url)
      },
    )
})

for (const { size: crashes, mark } of twoSizes(1, 4, 'crashes PostgreSQL four times'))
  test(
    `an import under which PostgreSQL crashes writes all rows or none, over ${crashes} crashes [S13]`,
    { ...mark, timeout: 300_000 },
    async () => {
      const postgres = await startDurablePostgres()
      const place = { ...(await emptyPlace('sqlite')), databaseUrl: await postgres.createDatabase() }
      const db = await openDatabase(place)
      onTestFinished(async () => {
        await db.close()
        await postgres.stop()
      })
      await makeStallTables(db)
      const { url } = await startOn(place)
      const importer = await arrive(db, url, 'importer')
      for (let round = 0; round < crashes; round += 1) {
        const commit = importer.commitOnce(url)
        await importer.anyMoment(round, crashes)
        await postgres.crash()
        const answer = await commit
        await postgres.startAgain()
        const isAll = await importer.expectNothingOrAll()
        // What was told to be written is there.
        const isTold = answer?.data?.state === 'committed'
        expect(isAll || !isTold).toBe(true)
        await importer.expectWritten(url)
        await importer.startOver(url)
      }
    },
  )

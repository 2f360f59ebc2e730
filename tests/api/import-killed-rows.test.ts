import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { paths } from '#contract/calls.ts'
import type { ImportReport } from '#contract/transfer.ts'
import { type Database, openDatabase } from '#server/db/client.ts'
import { moduleTables } from '#server/engine/module-tables.ts'
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

/** What the server answers, once it has time for it; undefined when it never does. */
async function send(
  url: string,
  token: string,
  body: object,
  isPatient = true,
): Promise<{ data: ImportReport; error?: { key: string } } | undefined> {
  try {
    const response = await fetch(`${url}/api${paths.import(stalls.name)}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.status !== 503 || !isPatient) return (await response.json()) as { data: ImportReport }
  } catch {
    return undefined
  }
  await sleep(500)
  return send(url, token, body)
}

function expectCounts(report: ImportReport | undefined, state: ImportReport['state']): void {
  expect(report).toMatchObject({ state, counts: { created: rowCount, bad: 0 } })
}

function expectOneOf(found: unknown, possible: readonly unknown[]): void {
  expect(possible).toContainEqual(found)
}

/** Someone who imports the same table again and again. */
class Importer {
  readonly db: Database
  readonly #token: string
  readonly #file: string
  /** Of the dry run that is to be carried out. */
  #import: string | undefined
  /** How long a commit that nobody disturbs takes, in milliseconds. */
  #commitMs = 0

  private constructor(db: Database, token: string, file: string) {
    this.db = db
    this.#token = token
    this.#file = file
  }

  static async arrive(db: Database, url: string, id: string): Promise<Importer> {
    const token = await signUp(db, id, 'organiser', new Date())
    const form = { module: stalls.name, purpose: 'import' }
    const file = { name: 'stalls.csv', bytes: Buffer.from(table) }
    const { data } = await sendForm(`${url}/api${paths.upload}`, form, file, token)
    return new Importer(db, token, data.no)
  }

  check(url: string) {
    return send(url, this.#token, { file: this.#file, mode: 'create' })
  }

  async checkAnew(url: string): Promise<void> {
    const answer = await this.check(url)
    expectCounts(answer?.data, 'checked')
    this.#import = answer?.data.token
  }

  commit(url: string, token = this.#import) {
    return send(url, this.#token, { token })
  }

  commitOnce(url: string) {
    return send(url, this.#token, { token: this.#import }, false)
  }

  /** Tokens of dry runs that did not come to their end, which nobody was told. */
  async checksInDoubt(): Promise<string[]> {
    const rows = await this.db.kysely
      .selectFrom('imports')
      .select('id')
      .where('state', '=', 'reading')
      .execute()
    return rows.map(({ id }) => id)
  }

  async measure(url: string): Promise<void> {
    await this.startOver(url)
    const startMs = performance.now()
    await this.expectWritten(url)
    this.#commitMs = performance.now() - startMs
    await this.startOver(url)
  }

  /** A random moment within the n-th part of a commit, of which the last part reaches beyond its end. */
  anyMoment(part: number, parts: number): Promise<void> {
    return sleep((((part % parts) + Math.random()) / parts) * this.#commitMs * 1.1)
  }

  /** Nothing or everything is there. @returns true when it is everything */
  async expectNothingOrAll(): Promise<boolean> {
    const tables = moduleTables(this.db.kysely)
    const counts = kept.map(
      async (name) => (await tables.selectFrom(name).select('version').execute()).length,
    )
    const audits = tables
      .selectFrom('audit_log')
      .select('row_id')
      .where('row_id', '=', this.#import ?? '')
    const found = [...(await Promise.all(counts)), (await audits.execute()).length]
    expectOneOf(found, [
      [rowCount, rowCount, rowCount, 1],
      [0, 0, 0, 0],
    ])
    return found[0] === rowCount
  }

  /** The token says that it is done, or does it; once more it does nothing. */
  async expectWritten(url: string): Promise<void> {
    const first = await this.commit(url)
    expectCounts(first?.data, 'committed')
    expectOneOf((await this.commit(url))?.data, [first?.data])
    expectOneOf(await this.expectNothingOrAll(), [true])
  }

  async startOver(url: string): Promise<void> {
    for (const name of kept) await moduleTables(this.db.kysely).deleteFrom(name).execute()
    await this.checkAnew(url)
  }
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
        const importer = await Importer.arrive(db, server.url, `importer-${kills}`)
        await importer.measure(server.url)
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
        const importer = await Importer.arrive(db, server.url, `checker-${kills}`)
        await importer.measure(server.url)
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
      const importer = await Importer.arrive(db, url, 'importer')
      await importer.measure(url)
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

import { rm } from 'node:fs/promises'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase, type Database } from '#server/db/client.ts'
import { eachDatabase, makePlace } from '../support/databases.ts'
import { until } from '../support/outgoing.ts'
import { startDurablePostgres } from '../support/postgres.ts'
import { makeStallTables } from '../support/stall-forum.ts'
import { Importer, kill, startOn } from '../support/stall-importer.ts'

/** Kills of a server while it writes. */
const kills = 10

eachDatabase('an import whose server is killed', (data) => {
  let db: Database

  beforeAll(async () => {
    db = await data.open()
    await makeStallTables(db)
  })

  test('writes all rows or none, and once in the end [S13]', { timeout: 400_000 }, async () => {
    let server = await startOn(data.place)
    const importer = await Importer.arrive(db, server.url)
    await importer.measure(server.url)
    const found = { nothing: 0, all: 0 }
    for (let round = 0; round < kills; round += 1) {
      const commit = importer.commit(server.url)
      await importer.anyMoment()
      await kill(server)
      await commit
      const isAll = await importer.expectNothingOrAll()
      found[isAll ? 'all' : 'nothing'] += 1
      server = await startOn(data.place)
      if (!isAll) continue
      await importer.expectWritten(server.url)
      await importer.startOver(server.url)
    }
    await importer.expectWritten(server.url)
    // Some of the moments lay within the writing.
    expect(found.nothing).toBeGreaterThan(0)
  })

  test('leaves a check that nobody can carry out [S13]', { timeout: 200_000 }, async () => {
    const { place } = data
    let server = await startOn(place)
    const importer = await Importer.arrive(db, server.url, 'checker')
    await importer.measure(server.url)
    for (let round = 0; round < 2; round += 1) {
      const before = await importer.checksInDoubt()
      const check = importer.check(server.url)
      let known = before
      const isReading = async () => (known = await importer.checksInDoubt()).length > before.length
      await until(isReading, 'a check that goes on')
      await kill(server)
      await check
      server = await startOn(place)
      for (const token of known) {
        const answer = await importer.commit(server.url, token)
        expect(answer?.error?.key).toBe('import.over')
      }
      expect(await importer.expectNothingOrAll()).toBe(false)
    }
    await importer.expectWritten(server.url)
  })
})

test(
  'an import under which PostgreSQL crashes writes all rows or none [S13]',
  { timeout: 300_000 },
  async () => {
    const postgres = await startDurablePostgres()
    const place = { ...(await makePlace('sqlite')), databaseUrl: await postgres.createDatabase() }
    const db = await openDatabase(place)
    onTestFinished(async () => {
      await db.close()
      await postgres.stop()
      await rm(place.dataDir, { recursive: true, force: true })
    })
    await makeStallTables(db)
    const { url } = await startOn(place)
    const importer = await Importer.arrive(db, url)
    await importer.measure(url)
    for (let round = 0; round < 4; round += 1) {
      const commit = importer.commitOnce(url)
      await importer.anyMoment()
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

import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase, type Database } from '#server/db/client.ts'
import { emptyPlace } from '../support/backups.ts'
import { bothDatabases } from '../support/databases.ts'
import { until } from '../support/outgoing.ts'
import { startDurablePostgres } from '../support/postgres.ts'
import { twoSizes } from '../support/sizes.ts'
import { makeStallTables } from '../support/stall-forum.ts'
import { Importer, kill, startOn } from '../support/stall-importer.ts'

bothDatabases('an import whose server is killed', (data) => {
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
        const found = { nothing: 0, all: 0 }
        // Some of the moments lie within the writing.
        for (let round = 0; round < kills || found.nothing === 0; round += 1) {
          const commit = importer.commit(server.url)
          await importer.anyMoment(round, kills)
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
        expect(found.nothing + found.all).toBeGreaterThanOrEqual(kills)
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

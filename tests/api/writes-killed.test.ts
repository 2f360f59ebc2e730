import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/db/client.ts'
import { call } from '../support/accounts.ts'
import { emptyPlace } from '../support/backups.ts'
import { bothDatabases, type DataPlace } from '../support/databases.ts'
import { organiserPassword, startForum, type ForumProcess } from '../support/forum-process.ts'
import { freePort } from '../support/free-port.ts'
import { KeyedWriters } from '../support/keyed-writers.ts'
import { until } from '../support/outgoing.ts'
import { besideForum, makeParticipants } from '../support/participants.ts'
import { startDurablePostgres } from '../support/postgres.ts'
import { twoSizes } from '../support/sizes.ts'
import { expectEverythingOnce } from '../support/written-rows.ts'

const writers = 20
/** Writes of a round, before something ends. */
const writesARound = 10

async function signIn({ url }: ForumProcess): Promise<string> {
  const login = { login_name: 'organiser', login_pwd: organiserPassword }
  const { body } = await call({ url }, '/front/user/login', login)
  return (body.data as { token: string }).token
}

const environment = ({ databaseUrl }: DataPlace) =>
  databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }

/** Starts writers over servers of one database. */
async function startWriters(place: DataPlace, servers: readonly ForumProcess[]): Promise<KeyedWriters> {
  const [first] = servers
  if (!first) throw new Error('there is no server')
  const people = await besideForum(first, place.databaseUrl, (db) => makeParticipants(db, writers))
  const crowd = new KeyedWriters(await signIn(first))
  crowd.start(
    servers.map(({ url }) => url),
    people.map(({ token }) => token),
  )
  return crowd
}

/** Waits for some more writes, and then for a moment that nobody chose. */
async function letWrite(crowd: KeyedWriters): Promise<void> {
  const enough = crowd.acknowledged.length + writesARound
  await until(async () => crowd.acknowledged.length >= enough, `${enough} writes`, 60_000)
  await sleep(Math.random() * 40)
}

/** At the moment at which it tells of one write: others are written then, and not told yet. */
async function killWhileAnswering(server: ForumProcess, crowd: KeyedWriters): Promise<void> {
  crowd.onAcknowledged = (url) => {
    if (url === server.url) server.process.kill('SIGKILL')
  }
  await until(async () => server.process.signalCode !== null, 'the end of a killed server')
  crowd.onAcknowledged = () => {}
}

async function check(place: DataPlace, crowd: KeyedWriters): Promise<void> {
  await crowd.finish()
  const db = await openDatabase(place)
  try {
    await expectEverythingOnce(db, crowd.acknowledged)
  } finally {
    await db.close()
  }
}

bothDatabases('twenty writers', (_data, dialect) => {
  for (const { size: kills, mark } of twoSizes(2, 30, 'kills a server 30 times'))
    test(
      `lose nothing and write nothing twice while one of two servers is killed ${kills} times`,
      {
        ...mark,
        timeout: 600_000,
      },
      async () => {
        const place = await emptyPlace(dialect)
        const options = { dataDir: place.dataDir, env: environment(place) }
        const steady = await startForum(options)
        const port = await freePort()
        let mortal = await startForum({ ...options, port })
        onTestFinished(async () => {
          for (const server of [mortal, steady]) await server.stop({ keepData: true })
        })
        const crowd = await startWriters(place, [mortal, steady])
        for (let round = 0; round < kills; round += 1) {
          await letWrite(crowd)
          await killWhileAnswering(mortal, crowd)
          mortal = await startForum({ ...options, port })
        }
        await check(place, crowd)
        expect(crowd.acknowledged.length).toBeGreaterThan(kills * writesARound)
      },
    )
})

for (const { size: crashes, mark } of twoSizes(1, 5, 'crashes PostgreSQL five times'))
  test(
    `writers lose nothing when PostgreSQL crashes under them, ${crashes} times`,
    { ...mark, timeout: 300_000 },
    async () => {
      const postgres = await startDurablePostgres()
      const place = { ...(await emptyPlace('sqlite')), databaseUrl: await postgres.createDatabase() }
      const server = await startForum({ dataDir: place.dataDir, env: environment(place) })
      onTestFinished(async () => {
        await server.stop()
        await postgres.stop()
      })
      const crowd = await startWriters(place, [server])
      for (let round = 0; round < crashes; round += 1) {
        await letWrite(crowd)
        await postgres.crash()
        await postgres.startAgain()
      }
      await letWrite(crowd)
      await check(place, crowd)
      expect(crowd.acknowledged.length).toBeGreaterThan((crashes + 1) * writesARound)
    },
  )

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { insertUser } from '../../server/accounts/users.ts'
import { openDatabase } from '../../server/db/client.ts'
import { migrate } from '../../server/db/migrate.ts'
import { layLine } from '../support/cuttable-line.ts'
import { getPostgresUrl } from '../support/databases.ts'
import { createDatabaseOn } from '../support/postgres.ts'
import { startServer } from '../support/server.ts'

test('while PostgreSQL is away writes are refused with a time to come back, and then all goes on', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'forum-away-'))
  const line = await layLine(await createDatabaseOn(await getPostgresUrl()))
  const db = await openDatabase({ databaseUrl: line.url, dataDir })
  await migrate(db)
  const password = 'a pass phrase'
  await insertUser(db.kysely, { id: 'u', loginName: 'chair', password, role: 'organiser' }, new Date())
  const server = await startServer({ db, dataDir })
  onTestFinished(async () => {
    await server.close()
    await db.close()
    await line.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const signIn = () => server.post('/front/user/login', { login_name: 'chair', login_pwd: password })
  const { data } = (await (await signIn()).json()) as { data: { token: string } }
  const settings = await server.get('/front/query/rooms/all')

  line.cut()
  // The token cannot be looked up: that is no reason to sign the person out.
  const answers = await Promise.all([signIn(), server.get('/front/user/current', data.token)])
  for (const answer of answers) {
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await answer.json()).toMatchObject({ code: 503, error: { key: 'server.unavailable' } })
  }
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${server.url}/livez`)).status).toBe(200)
  expect((await server.get('/front/query/rooms/all')).status).toBe(settings.status)

  line.mend()
  expect((await server.get('/front/user/current', data.token)).status).toBe(200)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})

import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { paths } from '#contract/api.ts'
import { f } from '#contract/fields.ts'
import { defineModule } from '#contract/module-definition.ts'
import { insertSignIn } from '#server/accounts/sign-ins.ts'
import { allow, callerRows } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'
import { serverModules } from '#server/modules/index.ts'
import { addPerson, call } from '../support/accounts.ts'
import { eachDatabase, makePlace } from '../support/databases.ts'
import { listenTo, type EventClient } from '../support/event-client.ts'
import { organiserPassword, startForum } from '../support/forum-process.ts'
import { useServer } from '../support/use-server.ts'

const hourMs = 3600 * 1000
const start = new Date('2026-03-01T00:00:00Z')
const label = { 'zh-CN': '字段', en: 'Field' }

const define = (name: string) =>
  defineModule({
    name,
    label,
    group: 'people',
    titleTemplate: '{{note}}',
    fields: { person: f.string({ label }), note: f.string({ label }) },
  })
const everything = 'list read create update'
const modules = [
  serverModule(define('test_open'), {
    permissions: { participant: allow('list read'), organiser: allow(everything) },
  }),
  serverModule(define('test_internal'), { permissions: { organiser: allow(everything) } }),
  serverModule(define('test_own'), {
    permissions: {
      participant: allow('list read').rows(callerRows('person')),
      organiser: allow('list read'),
    },
  }),
]

eachDatabase('changes of modules', (suite, dialect) => {
  let writer: string
  const server = useServer(suite, {
    start,
    eachTest: 'starts again',
    modules: [...serverModules, ...modules],
  })
  beforeAll(async () => {
    writer = await addPerson(server, { role: 'organiser' })
  })

  /** Writes a row by a call to this process, which looks for changes at once then. */
  async function write(module: string): Promise<void> {
    const answer = await server.post(paths.post(module), { note: 'written' }, await signIn(writer))
    expect(answer.status).toBe(200)
  }

  const signIn = (id: string) => insertSignIn(server.db.kysely, { id }, new Date(server.nowMs))
  const listen = (token: string): Promise<EventClient> => listenTo(server.url, token)

  /** A stream of a new person. */
  async function join(
    role: 'participant' | 'organiser',
  ): Promise<EventClient & { id: string; token: string }> {
    const id = await addPerson(server, { role })
    const token = await signIn(id)
    return { ...(await listen(token)), id, token }
  }

  test('by another process reach who may list the module, with its revision', async () => {
    const client = await join('participant')
    expect(client.status).toBe(200)
    const elsewhere = await suite.open()
    const change = { module: 'test_open', revision: 1 }
    await elsewhere.kysely.insertInto('module_revisions').values(change).execute()
    await expect.poll(() => client.changes).toEqual([change])
  })

  test('are not told to who may not list the module, or sees only rows of their own [S4]', async () => {
    const [participant, organiser] = [await join('participant'), await join('organiser')]
    const revisions = ['audit_log', 'test_own', 'no_module'].map((module) => ({ module, revision: 1 }))
    await server.db.kysely.insertInto('module_revisions').values(revisions).execute()
    for (const module of ['test_internal', 'test_open']) await write(module)
    await expect.poll(() => heard(participant)).toContain('test_open')
    await expect.poll(() => heard(organiser)).toContain('test_open')
    expect(new Set(heard(participant))).toEqual(new Set(['test_open']))
    expect(new Set(heard(organiser))).toEqual(new Set(['test_internal', 'test_own', 'test_open']))
  })

  test('follow the rights of the moment [S4]', async () => {
    const client = await join('organiser')
    const setRole = (role: 'participant' | 'organiser') =>
      server.db.kysely.updateTable('users').set({ role }).where('id', '=', client.id).execute()
    await setRole('participant')
    await write('test_internal')
    await write('test_open')
    await expect.poll(() => heard(client)).toEqual(['test_open'])
    await setRole('organiser')
    await write('test_internal')
    await expect.poll(() => heard(client)).toEqual(['test_open', 'test_internal'])
  })

  describe('end', () => {
    test.each<[string, (client: { id: string; token: string }) => Promise<unknown>]>([
      ['the person signs out', ({ token }) => server.post(paths.logout, {}, token)],
      [
        'the account is blocked',
        ({ id }) =>
          server.db.kysely
            .updateTable('users')
            .set({ blocked_at: start.toISOString() })
            .where('id', '=', id)
            .execute(),
      ],
      // Unused for 12 hours: an open window is no use of it.
      ['the sign-in runs out', async () => (server.nowMs += 12 * hourMs)],
    ])('when %s [S4]', async (_what, end) => {
      const client = await join('participant')
      await write('test_open')
      await expect.poll(() => heard(client)).toHaveLength(1)
      await end(client)
      await write('test_open')
      await client.ended
      expect(heard(client)).toHaveLength(1)
    })
  })

  test('come over three windows of a sign-in and six of a person; more are refused until one is closed', async () => {
    const { id, token, ...first } = await join('participant')
    await listen(`Bearer ${token}`)
    await listen(token)
    const fourth = await listen(`bearer  ${token}`)
    expect([fourth.status, fourth.retryAfter]).toEqual([429, '30'])
    expect((await join('participant')).status).toBe(200)
    const signInAgain = () =>
      server.db.transaction((trx) => insertSignIn(trx, { id }, new Date(server.nowMs)))
    const [desk, tablet] = [await signInAgain(), await signInAgain()]
    for (const status of [200, 200, 200]) expect((await listen(desk)).status).toBe(status)
    expect((await listen(tablet)).status).toBe(429)
    first.leave()
    await expect.poll(async () => (await listen(token)).status).toBe(200)
  })

  test('end well when the server is told to end', async () => {
    const { databaseUrl, dataDir } = await makePlace(dialect)
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const env = databaseUrl === undefined ? undefined : { DATABASE_URL: databaseUrl }
    const forum = await startForum({ dataDir, env: { SAMPLE_DATA: 'off', ...env } })
    onTestFinished(() => void forum.process.kill('SIGKILL'))
    const body = { login_name: 'organiser', login_pwd: organiserPassword }
    const login = await call(forum, paths.login, body)
    const { token } = login.body.data as { token: string }
    const clients = await Promise.all([1, 2, 3].map(() => listenTo(forum.url, token)))
    expect(clients.map(({ status }) => status)).toEqual([200, 200, 200])
    const exit = once(forum.process, 'exit')
    forum.process.kill('SIGTERM')
    // Cut connections would reject.
    await Promise.all(clients.map(({ ended }) => ended))
    expect(await exit).toEqual([0, null])
  })
})

/** Names of the modules that a client was told of. */
const heard = ({ changes }: EventClient): string[] => changes.map(({ module }) => module)

/** A client that listens to `GET /front/changes`. */

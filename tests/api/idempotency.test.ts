import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { sql, type Transaction } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ErrorKey } from '#contract/errors.ts'
import { insertSignIn } from '#server/accounts/sign-ins.ts'
import { toInstant } from '#contract/time.ts'
import type { Tables } from '#server/db/client.ts'
import { createRegistry } from '#server/engine/schema/registry.ts'
import { runIdempotent } from '#server/http/idempotency.ts'
import { createHttpError } from '#server/errors.ts'
import { runRetention } from '#server/ops/retention/run-retention.ts'
import { addPerson } from '../support/accounts.ts'
import { bothDatabases } from '../support/databases.ts'
import { fetchServed } from '../support/fetch-served.ts'
import type { TestServer } from '../support/server.ts'
import { useServer, type SuiteServer } from '../support/use-server.ts'

const dayMs = 24 * 3600 * 1000

/** A table of a test's own, with a rule that the database keeps. */
type Notes = Record<'once_notes', { id: string; text: string }>

interface Hooks {
  /** After the look for a note with this text and before it is written. */
  looked?: () => Promise<void>
  meanwhile?: () => Promise<void>
  /** Refuses a note, or fails over it, once it is written. */
  trouble?: ErrorKey | Error
}

/** Calls that write a note unless there is one with this text, once for a key; `/open-note` is for everybody. */
function onceRoutes(world: Parameters<typeof runIdempotent>[0], getHooks: () => Hooks): FastifyPluginAsync {
  return async (app) => {
    for (const [path, kind] of [
      ['/note', 'signed_in'],
      ['/other-note', 'signed_in'],
      ['/open-note', 'public'],
    ] as const)
      app.post<{ Body: { text: string } }>(
        path,
        { config: { permission: { kind }, takesKey: true } },
        async (request, reply) => {
          const { text } = request.body
          const effect = (trx: Transaction<Tables>) => writeNote(getHooks(), trx, text)
          return runIdempotent(world, request, reply, { sharedLockName: 'notes', effect })
        },
      )
  }
}

async function writeNote(hooks: Hooks, trx: Transaction<Tables>, text: string): Promise<object> {
  const id = randomUUID()
  const notes = trx.withTables<Notes>()
  const there = await notes.selectFrom('once_notes').select('id').where('text', '=', text).executeTakeFirst()
  await hooks.looked?.()
  if (there) throw createHttpError('row.stale', { data: there })
  await notes.insertInto('once_notes').values({ id, text }).execute()
  await hooks.meanwhile?.()
  const { trouble } = hooks
  if (trouble instanceof Error) throw trouble
  if (trouble)
    throw createHttpError(trouble, { data: { text }, fields: [{ path: 'text', key: 'field.invalid' }] })
  return { id, text }
}

interface SentAnswer {
  status: number
  text: string
  key: string | null
  isReplayed: boolean
  retryAfter: string | null
}

/** How a note is sent, where it is not the usual way. */
interface SendOptions {
  path?: string
  /** Token; empty for nobody. */
  as?: string
  to?: { url: string }
  language?: string
}

let texts = 0

/** A body that no other test sends. */
function nextNote(more: object = {}): { text: string; body: string } {
  texts += 1
  const text = `note ${texts}`
  return { text, body: JSON.stringify({ text, ...more }) }
}

function keyOf({ text }: SentAnswer): ErrorKey | undefined {
  return (JSON.parse(text) as { error?: { key: ErrorKey } }).error?.key
}

bothDatabases('calls with a key', (suite, dialect) => {
  let hooks: Hooks = {}
  /** Another process as far as database and memory go: connections and calls under way of its own. */
  let other: TestServer
  let userId = ''
  let token = ''
  const server: SuiteServer = useServer(suite, {
    start: '2026-03-01T00:00:00Z',
    eachTest: 'starts again',
    fill: ({ db }) =>
      sql`create table once_notes (id text primary key, text text not null unique)`.execute(db.kysely),
    late: (db) => ({
      routes: [onceRoutes({ db, secrets: server.secrets, now: server.now }, () => hooks)],
    }),
  })
  beforeAll(async () => {
    other = await server.startAnother()
    userId = await addPerson(server)
  })
  beforeEach(async () => {
    hooks = {}
    token = await signIn(userId)
  })

  /** Signs a person in at the present time. @returns the token */
  const signIn = (id: string): Promise<string> => insertSignIn(server.db.kysely, { id }, server.now())

  async function send(key: string | undefined, body: string, options: SendOptions = {}): Promise<SentAnswer> {
    const { path = '/note', as = token, to = server, language = 'en' } = options
    const answer = await fetchServed(`${to.url}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-language': language,
        ...(as && { authorization: as }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      body,
    })
    const { status, headers } = answer
    return {
      status,
      text: await answer.text(),
      key: headers.get('idempotency-key'),
      isReplayed: headers.get('idempotency-replayed') === 'true',
      retryAfter: headers.get('retry-after'),
    }
  }

  async function countNotes(text: string): Promise<number> {
    const notes = server.db.kysely.withTables<Notes>().selectFrom('once_notes').select('id')
    return (await notes.where('text', '=', text).execute()).length
  }

  test('sent again get the first answer, byte for byte, and are not run again [139]', async () => {
    const { text, body } = nextNote({ list: [{ b: 1, a: '二' }] })
    const first = await send('again-1', body)
    expect(first).toMatchObject({ status: 200, key: 'again-1', isReplayed: false })
    expect(JSON.parse(first.text)).toMatchObject({ code: 200, data: { text } })
    const spelledAnew = `{ "list": [{"a":"\\u4e8c", "b":1.0}],\n "text": ${JSON.stringify(text)} }`
    for (const again of [body, spelledAnew])
      expect(await send('again-1', again, { language: 'zh-CN' })).toEqual({
        ...first,
        isReplayed: true,
      })
    expect(await send('again-1', body, { to: other })).toEqual({ ...first, isReplayed: true })
    expect(await countNotes(text)).toBe(1)
  })

  test.each([
    ['another value', { list: [1, 2] }, { list: [1, 3] }],
    ['another order of a list', { list: [1, 2] }, { list: [2, 1] }],
    ['a further field', {}, { list: null }],
  ])('with %s under the same key are refused', async (_what, ours, theirs) => {
    const { text, body } = nextNote(ours)
    const key = text.replace(' ', '-')
    await send(key, body)
    const refused = await send(key, JSON.stringify({ text, ...theirs }))
    expect([refused.status, keyOf(refused), refused.key]).toEqual([422, 'idempotency.other_body', key])
    // That refusal is not what the key stands for now.
    expect(await send(key, body)).toMatchObject({ status: 200, isReplayed: true })
  })

  test('are kept of every write, and of the newest five hundred rejections of a person', async () => {
    const user_id = await addPerson(server)
    const as = await signIn(user_id)
    const of = { user_id, route: 'POST /x', body_hmac: '', answer: '' }
    const at = { created_at: toInstant(server.nowMs - dayMs), expires_at: toInstant(server.nowMs + dayMs) }
    const keys = [200, 422].flatMap((status) =>
      Array.from({ length: 505 }, (_, number) => ({ ...of, ...at, status, key: `${status}-${number}` })),
    )
    await server.db.kysely.insertInto('idempotency_keys').values(keys).execute()
    await send('written', nextNote({}).body, { as })
    hooks.trouble = 'validation.failed'
    await send('rejected', nextNote({}).body, { as })
    const stored = server.db.kysely.selectFrom('idempotency_keys').where('user_id', '=', user_id)
    const left = await stored.select(['key', 'status']).execute()
    const listKeys = (isWritten: boolean) =>
      left.filter(({ status }) => (status === 200) === isWritten).map(({ key }) => key)
    expect([listKeys(true).length, listKeys(true).includes('written')]).toEqual([506, true])
    expect([listKeys(false).length, listKeys(false).includes('rejected')]).toEqual([500, true])
  })

  test('mean another call with another key, on another route and of another person', async () => {
    const another = await signIn(await addPerson(server))
    const sends = [
      (body: string) => send('scope', body),
      (body: string) => send('scope-2', body),
      (body: string) => send('scope', body, { path: '/other-note' }),
      (body: string) => send('scope', body, { as: another }),
    ]
    for (const one of sends) {
      const { text, body } = nextNote()
      expect(await one(body)).toMatchObject({ status: 200, isReplayed: false })
      expect(await countNotes(text)).toBe(1)
    }
  })

  test('20 at once make one row; each answer is the same or says to wait [139]', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { text, body } = nextNote()
      const key = `parallel-${round}`
      const all = await Promise.all(
        Array.from({ length: 20 }, (_, at) => send(key, body, { to: at % 2 ? other : server })),
      )
      const done = all.filter(({ status }) => status === 200)
      const waiting = all.filter(({ status }) => status !== 200)
      expect(done.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1)
      expect(new Set(done.map((answer) => answer.text)).size).toBe(1)
      for (const answer of waiting) {
        expect([answer.status, keyOf(answer), answer.retryAfter, answer.key]).toEqual([
          409,
          'idempotency.in_progress',
          '2',
          key,
        ])
      }
      expect(await countNotes(text)).toBe(1)
      const replay = await send(key, body)
      expect(replay).toMatchObject({ status: 200, isReplayed: true, text: done[0]?.text })
    }
  })

  test('that is under way is told so at once, however many ask, and nobody waits with a connection', async () => {
    const { text, body } = nextNote()
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    hooks.meanwhile = async () => {
      reached.resolve()
      await released.promise
    }
    const first = send('held', body)
    await reached.promise
    // SQLite has one writing transaction: another process waits before its own begins, and holds nothing meanwhile.
    const places = dialect === 'postgres' ? [server, other] : [server]
    for (const to of places) {
      const others = await Promise.all(Array.from({ length: 30 }, () => send('held', body, { to })))
      expect(new Set(others.map((answer) => `${answer.status} ${keyOf(answer)}`))).toEqual(
        new Set(['409 idempotency.in_progress']),
      )
    }
    const late = dialect === 'sqlite' ? [send('held', body, { to: other })] : []
    released.resolve()
    const answer = await first
    expect(answer).toMatchObject({ status: 200, isReplayed: false })
    const replays = [...(await Promise.all(late)), await send('held', body, { to: other })]
    expect(replays).toEqual(replays.map(() => ({ ...answer, isReplayed: true })))
    expect(await countNotes(text)).toBe(1)
  })

  test.each(['', 'a'.repeat(65), 'with space', 'a/b'])('with the key %j are refused', async (key) => {
    const { text, body } = nextNote()
    const refused = await send(key, body)
    expect([refused.status, keyOf(refused), refused.key]).toEqual([400, 'idempotency.invalid_key', null])
    expect(await countNotes(text)).toBe(0)
  })

  test('with the longest key, and with every sign that one may have, are taken', async () => {
    for (const key of ['k'.repeat(64), '_-Az09'])
      expect(await send(key, nextNote().body)).toMatchObject({ status: 200, key })
  })

  test('without a key, or of nobody, are run each time', async () => {
    const { text, body } = nextNote()
    expect(await send(undefined, body)).toMatchObject({ status: 200, key: null })
    // The second note met the first: it was run.
    expect(keyOf(await send(undefined, body))).toBe('row.stale')
    const nobody = { as: '', path: '/open-note' }
    const open = nextNote()
    expect(await send('open', open.body, nobody)).toMatchObject({ status: 200 })
    expect(await send('open', open.body, nobody)).toMatchObject({ status: 409, isReplayed: false })
    expect(await countNotes(text)).toBe(1)
  })

  test('whose transaction met another one are run again, and then see the row that was in the way', async () => {
    const { text, body } = nextNote()
    let looks = 0
    const bothLooked = Promise.withResolvers<void>()
    // On PostgreSQL both look before either writes: the second to write breaks the rule of the table.
    hooks.looked = async () => {
      looks += 1
      if (looks === 2) bothLooked.resolve()
      if (dialect === 'postgres') await bothLooked.promise
    }
    const both = await Promise.all([send('one-of-two', body), send('two-of-two', body, { to: other })])
    expect(both.map((answer) => keyOf(answer) ?? 'written').toSorted()).toEqual(['row.stale', 'written'])
    expect(looks).toBe(dialect === 'postgres' ? 3 : 2)
    expect(await countNotes(text)).toBe(1)
  })

  describe('refused', () => {
    const domain: ErrorKey[] = ['request.invalid', 'permission.state', 'row.stale', 'validation.failed']
    test.each(domain)(
      'by %s stay refused, with nothing written, though they would pass now [139]',
      async (key) => {
        const { text, body } = nextNote()
        hooks.trouble = key
        const first = await send(key.replace('.', '-'), body)
        expect([keyOf(first), first.isReplayed, first.key]).toEqual([key, false, key.replace('.', '-')])
        expect(JSON.parse(first.text)).toMatchObject({
          data: { text },
          error: { fields: [{ path: 'text', text: 'This value is not valid.' }] },
          requestId: expect.stringMatching(/^request-\d+$/) as string,
        })
        hooks = {}
        const again = await send(key.replace('.', '-'), body, { to: other, language: 'zh-CN' })
        expect(again).toEqual({ ...first, isReplayed: true })
        expect(await countNotes(text)).toBe(0)
      },
    )

    const passing: (ErrorKey | Error)[] = [
      'sign_in.required',
      'request.timeout',
      'rate.limited',
      'idempotency.in_progress',
      new Error('broken'),
    ]
    test.each(passing)('by %s are run when they come again', async (trouble) => {
      const { text, body } = nextNote()
      const key = text.replace(' ', '-')
      hooks.trouble = trouble
      const first = await send(key, body)
      expect([keyOf(first), first.key]).toEqual([trouble instanceof Error ? 'server.error' : trouble, key])
      expect(await countNotes(text)).toBe(0)
      hooks = {}
      expect(await send(key, body)).toMatchObject({ status: 200, isReplayed: false })
      expect(await countNotes(text)).toBe(1)
    })

    test('before their route give the key back too', async () => {
      const { body } = nextNote()
      expect(await send('nobody', body, { as: '' })).toMatchObject({ status: 401, key: 'nobody' })
      expect(await send('cut', '{"text":')).toMatchObject({
        status: 400,
        key: 'cut',
        isReplayed: false,
      })
      expect(await send('cut', body)).toMatchObject({ status: 200, isReplayed: false })
    })
  })

  test('have answers that are remembered for 30 days, and until they are swept', async () => {
    const { text, body } = nextNote()
    const first = await send('old', body)
    server.nowMs += 30 * dayMs - 1000
    expect(await send('old', body, { as: await signIn(userId) })).toEqual({ ...first, isReplayed: true })
    server.nowMs += 1000
    // One wrong reading of the clock must not have a call run twice.
    expect(await send('old', body, { as: await signIn(userId) })).toEqual({ ...first, isReplayed: true })
    expect(await countNotes(text)).toBe(1)
    const counts = await runRetention(
      { db: server.db, registry: createRegistry([]), now: server.now() },
      { isDryRun: false },
    )
    expect(counts.find(({ rule }) => rule === 'idempotency_keys')?.rows).toBeGreaterThan(0)
    await server.db.kysely.withTables<{ once_notes: object }>().deleteFrom('once_notes').execute()
    const again = await send('old', body, { as: await signIn(userId) })
    expect(again).toMatchObject({ status: 200, isReplayed: false })
  })

  test('leave nothing readable of body and answer, and go with their person [S8]', async () => {
    const person = await addPerson(server)
    const marked = 'a secret that nobody may find'
    expect(
      await send('sealed', JSON.stringify({ text: marked }), { as: await signIn(person) }),
    ).toMatchObject({ status: 200 })
    const left = server.db.kysely.selectFrom('idempotency_keys').selectAll().where('user_id', '=', person)
    const rows = await left.execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('secret')
    await server.db.kysely.deleteFrom('users').where('id', '=', person).execute()
    expect(await left.execute()).toEqual([])
  })
})

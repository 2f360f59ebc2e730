import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertUser } from '../../server/accounts/users.ts'
import type { Database } from '../../server/db/client.ts'
import { migrate } from '../../server/db/migrate.ts'
import type { OutgoingMessage } from '../../server/messages/outgoing.ts'
import { eachDatabase, type TestPlace } from '../support/databases.ts'
import { startMailServer, type MailServer } from '../support/mail-server.ts'
import { are, entrust, rowsOf, startWorker, type Worker } from '../support/messages.ts'
import { readMails, until } from '../support/outgoing.ts'
import { startServer } from '../support/server.ts'

const start = new Date('2026-03-01T08:00:00Z')
const minuteMs = 60_000

let nowMs = start.getTime()
const now = (): Date => new Date(nowMs)

beforeEach(() => {
  nowMs = start.getTime()
})

function mail(to: string, more: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return { channel: 'mail', to, template: 'password_changed', locale: 'en', now: now(), ...more }
}

function text(to: string, code: string): OutgoingMessage {
  return {
    channel: 'sms',
    to,
    template: 'code',
    params: { code, purpose: 'sign_in', minutes: 5 },
    locale: 'zh-CN',
    now: now(),
    expiresAt: new Date(nowMs + 5 * minuteMs),
  }
}

async function openTables(place: TestPlace): Promise<Database> {
  const db = await place.open()
  await migrate(db)
  return db
}

eachDatabase('mails', (place) => {
  let db: Database
  let smtp: MailServer
  let worker: Worker

  beforeAll(async () => {
    db = await openTables(place)
    smtp = await startMailServer()
  })

  afterAll(() => smtp.goDown())

  const another = (): Promise<Worker> =>
    startWorker({
      db,
      dataDir: place.place.dataDir,
      now,
      env: { MAIL_URL: `smtp://127.0.0.1:${smtp.port}` },
    })

  beforeEach(async () => {
    smtp.conduct = () => 'take'
    smtp.arrived.length = 0
    await db.kysely.deleteFrom('message_queue').execute()
    worker = await another()
  })

  afterEach(() => worker.messages.stop())

  /** Entrusts and lets the worker look. */
  async function send(...messages: OutgoingMessage[]): Promise<string[]> {
    const ids = await entrust(db, worker.secrets, messages)
    worker.messages.wake()
    return ids
  }

  /** Lets time pass, a step whenever nothing is on its way, until these messages are in a state. */
  const untilInTime = (ids: readonly string[], state: string): Promise<unknown> =>
    until(() => stepUnless(db, worker, ids, state, minuteMs), `all ${state}`)

  test('go to the person in their language, say who sends them, and are forgotten then', async () => {
    const ids = await send(
      mail('li@forum.example', { locale: 'zh-CN' }),
      mail('kim@forum.example', { locale: 'en' }),
    )
    await until(() => are(db, ids, 'sent'), 'both mails sent')
    const arrived = smtp.arrived.toSorted((a, b) => a.to.localeCompare(b.to))
    expect(arrived).toMatchObject([
      { to: 'kim@forum.example', subject: 'Your password was changed', language: 'en' },
      { to: 'li@forum.example', subject: '您的密码已更改', language: 'zh-CN' },
    ])
    expect(arrived[1]?.text).toContain('2026-03-01 16:00 (Asia/Shanghai)')
    expect(arrived.map(({ from }) => from)).toEqual(Array(2).fill('no-reply@forum.example'))
    expect(await db.kysely.selectFrom('message_queue').selectAll().execute()).toEqual([])
  })

  test('do not go out when the transaction that tells of them fails', async () => {
    await db
      .transaction(async (trx) => {
        await entrust({ ...db, transaction: (run) => run(trx) }, worker.secrets, [mail('no@forum.example')])
        throw new Error('the password was not changed')
      })
      .catch(() => {})
    const ids = await send(mail('yes@forum.example'))
    await until(() => are(db, ids, 'sent'), 'the other mail sent')
    expect(smtp.arrived.map(({ to }) => to)).toEqual(['yes@forum.example'])
  })

  test('wait while the mail server is down, and go out once each, in order, when it is back', async () => {
    await smtp.goDown()
    const ids = await send(
      ...[1, 2, 3].map((code) => mail('a@forum.example', { template: 'code', params: { code, minutes: 5 } })),
      mail('b@forum.example'),
    )
    await until(async () => (await rowsOf(db, ids)).some(({ problem }) => problem !== null), 'a failed try')
    expect((await rowsOf(db, ids)).map(({ state }) => state)).toEqual(Array(4).fill('waiting'))
    await smtp.comeUp()
    await untilInTime(ids, 'sent')
    expect(
      smtp.arrived.filter(({ to }) => to === 'a@forum.example').map((one) => one.text.slice(0, 1)),
    ).toEqual(['1', '2', '3'])
    expect(new Set(smtp.arrived.map(({ messageId }) => messageId)).size).toBe(4)
    expect(smtp.arrived).toHaveLength(4)
  })

  test('that the server wants later are tried again in growing pauses, and parked after eight tries and 24 hours', async () => {
    smtp.conduct = () => 'later'
    const ids = await send(mail('full@forum.example'))
    const triesAt: number[] = []
    for (let tries = 1; tries <= 8; tries += 1) {
      const [row] = await until(async () => {
        const rows = await rowsOf(db, ids)
        return rows[0]?.tries === tries && rows[0].problem !== null && isSettled(rows[0], nowMs) && rows
      }, `try ${tries}`)
      triesAt.push(nowMs)
      expect(row?.problem).toBe('SMTP 451')
      if (row?.next_try_at) nowMs = Date.parse(row.next_try_at)
      worker.messages.wake()
    }
    expect(await are(db, ids, 'parked')).toBe(true)
    const pauses = triesAt.slice(1).map((at, index) => at - (triesAt[index] ?? 0))
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    expect((triesAt.at(-1) ?? 0) - start.getTime()).toBe(24 * 60 * minuteMs)
    expect(await db.kysely.selectFrom('message_queue').selectAll().execute()).toEqual([])
  })

  test('hold up later ones to the same person only', async () => {
    smtp.conduct = (to) => (to === 'slow@forum.example' ? 'later' : 'take')
    const ids = await send(
      mail('slow@forum.example'),
      mail('slow@forum.example'),
      mail('quick@forum.example'),
    )
    await until(() => are(db, ids.slice(2), 'sent'), 'the mail to the other person sent')
    await until(async () => (await rowsOf(db, ids))[0]?.problem === 'SMTP 451', 'the first refused')
    expect((await rowsOf(db, ids)).map(({ tries }) => tries)).toEqual([1, 0, 1])
    smtp.conduct = () => 'take'
    await untilInTime(ids, 'sent')
  })

  test('to an address that there is not are parked at once, and hold nobody up', async () => {
    smtp.conduct = (to) => (to === 'gone@forum.example' ? 'never' : 'take')
    const ids = await send(mail('gone@forum.example'), mail('here@forum.example'))
    await until(() => are(db, ids.slice(0, 1), 'parked'), 'parked')
    await until(() => are(db, ids.slice(1), 'sent'), 'sent')
    expect((await rowsOf(db, ids))[0]).toMatchObject({ tries: 1, problem: 'SMTP 550', next_try_at: null })
  })

  test('that were taken on a line that broke are sent again under the same Message-ID', async () => {
    smtp.conduct = () => 'take and drop'
    const ids = await send(mail('twice@forum.example'))
    await until(async () => (await rowsOf(db, ids))[0]?.problem ?? undefined, 'the line broken')
    smtp.conduct = () => 'take'
    await untilInTime(ids, 'sent')
    expect(smtp.arrived.map(({ messageId }) => messageId)).toEqual(Array(2).fill(`<${ids[0]}@forum.example>`))
  })

  test('are shared by workers, each sent once', async () => {
    const other = await another()
    const ids = await send(
      ...Array.from({ length: 60 }, (_, person) => mail(`p${person % 20}@forum.example`)),
    )
    other.messages.wake()
    await until(() => are(db, ids, 'sent'), 'all sent')
    await other.messages.stop()
    expect(smtp.arrived.map(({ messageId }) => messageId).toSorted()).toEqual(
      ids.map((id) => `<${id}@forum.example>`).toSorted(),
    )
    const senders = [worker, other].map(
      ({ log }) => log.filter((line) => line.includes('message sent')).length,
    )
    expect(Math.min(...senders)).toBeGreaterThan(0)
  })

  test('that are on their way when the worker ends are finished, and the rest waits', async () => {
    smtp.conduct = () => ({ afterMs: 300 })
    const dying = await another()
    const ids = await entrust(
      db,
      worker.secrets,
      Array.from({ length: 30 }, (_, person) => mail(`q${person}@forum.example`)),
    )
    dying.messages.wake()
    await until(async () => (await rowsOf(db, ids)).some(({ tries }) => tries > 0), 'one on its way')
    await dying.messages.stop()
    smtp.conduct = () => 'take'
    worker.messages.wake()
    await until(() => are(db, ids, 'sent'), 'all sent')
    expect(smtp.arrived).toHaveLength(30)
  })

  test('hold no address in the log, and no problem that repeats one', async () => {
    smtp.conduct = () => 'never'
    const ids = await send(mail('secret.person@forum.example'))
    await until(() => are(db, ids, 'parked'), 'parked')
    const [row] = await rowsOf(db, ids)
    expect(row).toMatchObject({ recipient: 's***@forum.example', problem: 'SMTP 550' })
    expect(worker.log.join('\n')).not.toContain('secret.person')
    expect(worker.log.join('\n')).toContain(ids[0])
  })

  test('that nobody can read any more are parked', async () => {
    const ids = await entrust(db, worker.secrets, [mail('x@forum.example'), mail('y@forum.example')])
    await db.kysely
      .updateTable('message_queue')
      .set({ payload: '1.AAAA' })
      .where('message_id', '=', ids[0] ?? '')
      .execute()
    worker.messages.wake()
    await until(() => are(db, ids.slice(1), 'sent'), 'the other sent')
    await until(() => are(db, ids.slice(0, 1), 'parked'), 'parked')
  })
})

/** @returns true when they are in the state; else time passes, if nothing is on its way */
async function stepUnless(
  db: Database,
  worker: Worker,
  ids: readonly string[],
  state: string,
  stepMs: number,
): Promise<boolean> {
  if (await are(db, ids, state)) return true
  const leased = db.kysely.selectFrom('message_queue').select('seq').where('lease', 'is not', null)
  if ((await leased.execute()).length === 0) nowMs += stepMs
  worker.messages.wake()
  return false
}

/** True when no try is under way: the next one is planned, or there is none. */
function isSettled(row: { next_try_at: string | null }, atMs: number): boolean {
  return row.next_try_at === null || Date.parse(row.next_try_at) > atMs
}

eachDatabase('mails without a mail server', (place) => {
  test('are files of the folder, as they would be sent', async () => {
    const db = await openTables(place)
    const { dataDir } = place.place
    const worker = await startWorker({ db, dataDir, now })
    const ids = await entrust(db, worker.secrets, [mail('li@forum.example', { locale: 'zh-CN' })])
    worker.messages.wake()
    await until(() => are(db, ids, 'sent'), 'sent')
    await worker.messages.stop()
    const [eml] = await readMails(dataDir)
    expect(eml).toMatch(/^To: li@forum\.example\r$/m)
    expect(eml).toMatch(new RegExp(`^Message-ID: <${ids[0]}@forum.example>\r$`, 'm'))
  })
})

eachDatabase('texts by a provider', (place) => {
  interface Post {
    headers: IncomingHttpHeaders
    body: { to: string; code: string }
    url: string
  }
  let db: Database
  let provider: Server
  let worker: Worker
  let posts: Post[] = []
  let answer: (path: string) => number | 'nothing' = () => 200

  beforeAll(async () => {
    db = await openTables(place)
    provider = createServer((request, response) => {
      void json(request).then((body) => {
        posts.push({ headers: request.headers, body: body as Post['body'], url: request.url ?? '' })
        const status = answer(request.url ?? '')
        if (status === 'nothing') return
        response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('{}')
      })
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  })

  beforeEach(async () => {
    posts = []
    answer = () => 200
    const { port } = provider.address() as AddressInfo
    const env = { SMS_DRIVER: 'http', SMS_URL: `http://127.0.0.1:${port}/send`, SMS_TOKEN: 'token-of-ours' }
    worker = await startWorker({ db, dataDir: place.place.dataDir, now, env })
  })

  afterEach(() => worker.messages.stop())

  afterAll(() => {
    provider.closeAllConnections()
    provider.close()
  })

  async function send(...messages: OutgoingMessage[]): Promise<string[]> {
    const ids = await entrust(db, worker.secrets, messages)
    worker.messages.wake()
    return ids
  }

  test('are posted with our token and a key by which the provider knows them again', async () => {
    const ids = await send(text('+8613810000001', '123456'))
    await until(() => are(db, ids, 'sent'), 'sent')
    expect(posts).toHaveLength(1)
    expect(posts[0]?.headers).toMatchObject({
      authorization: 'Bearer token-of-ours',
      'idempotency-key': ids[0],
    })
    expect(posts[0]?.body).toEqual({
      to: '+8613810000001',
      purpose: 'sign_in',
      code: '123456',
      text: '您的论坛验证码是 123456，5 分钟内有效。请勿告诉任何人，包括工作人员。',
      at: '2026-03-01T08:00:00Z',
    })
  })

  test('follow no redirect, which would carry the token elsewhere', async () => {
    answer = (path) => (path === '/send' ? 302 : 200)
    const ids = await send(text('+8613810000002', '123456'))
    await until(async () => (await rowsOf(db, ids))[0]?.problem === 'HTTP 302', 'the redirect refused')
    expect(posts.map(({ url }) => url)).toEqual(['/send'])
  })

  test('are tried again within their five minutes while the provider fails, then they expire', async () => {
    answer = () => 503
    const ids = await send(text('+8613810000003', '123456'))
    await until(() => stepUnless(db, worker, ids, 'expired', 1000), 'expired')
    expect(nowMs - start.getTime()).toBeGreaterThanOrEqual(5 * minuteMs)
    expect(posts.filter(({ body }) => body.to === '+8613810000003').length).toBeGreaterThan(3)
    expect(await db.kysely.selectFrom('message_queue').selectAll().execute()).toEqual([])
  })

  test('that the provider refuses for good are parked', async () => {
    answer = () => 400
    const ids = await send(text('+8613810000004', '123456'))
    await until(() => are(db, ids, 'parked'), 'parked')
    expect(posts).toHaveLength(1)
  })

  test('keep nobody waiting: codes are asked for and people sign in while the provider never answers', async () => {
    answer = () => 'nothing'
    const server = await startServer({ db, dataDir: place.place.dataDir, now })
    await insertUser(
      db.kysely,
      { id: 'u', loginName: 'guest', password: 'tidal-lagoon-42', role: 'participant' },
      start,
    )
    for (let phone = 0; phone < 12; phone += 1) {
      const sent = await server.post('/module/sms/sendCode', { mobile: `139100000${10 + phone}` })
      expect(sent.status).toBe(200)
      worker.messages.wake()
    }
    await until(async () => posts.length >= 5, 'texts on their way')
    const body = { login_name: 'guest', login_pwd: 'tidal-lagoon-42' }
    expect(await (await server.post('/front/user/login', body)).json()).toMatchObject({ code: 200 })
    await server.close()
  })
})

eachDatabase('the module of outgoing messages', (place) => {
  describe('is for administrators', () => {
    test('who see where messages stand and never what they say; nobody else sees that there is one', async () => {
      const db = await openTables(place)
      const { dataDir } = place.place
      const server = await startServer({ db, dataDir, now })
      const people = [
        ['admin', 'organiser', true],
        ['organiser', 'organiser', false],
        ['guest', 'participant', false],
      ] as const
      const tokens: Record<string, string> = {}
      for (const [login, role, isAdministrator] of people) {
        const user = { id: login, loginName: login, password: 'tidal-lagoon-42', role, isAdministrator }
        await insertUser(db.kysely, user, start)
        const answer = await server.post('/front/user/login', {
          login_name: login,
          login_pwd: 'tidal-lagoon-42',
        })
        tokens[login] = ((await answer.json()) as { data: { token: string } }).data.token
      }
      await server.post('/module/sms/sendCode', { mobile: '13812345678' })
      const path = '/front/query/outgoing_messages/all'
      const list = await (await server.get(path, tokens['admin'])).text()
      expect(JSON.parse(list)).toMatchObject({
        data: {
          total: 1,
          items: [
            {
              channel: 'sms',
              recipient: '138****5678',
              template: 'code',
              language: 'zh-CN',
              state: 'waiting',
              tries: 0,
              next_try_at: '2026-03-01T08:00:00Z',
            },
          ],
        },
      })
      expect(list).not.toMatch(/13812345678|"\d{6}"|payload/)
      expect((await server.get(path, tokens['organiser'])).status).toBe(404)
      expect((await server.get(path, tokens['guest'])).status).toBe(404)
      expect((await server.get(path)).status).toBe(401)
      const worker = await startWorker({ db, dataDir, now })
      await until(async () => {
        const answer = await server.get(path, tokens['admin'])
        return (await answer.text()).includes('"state":"sent"')
      }, 'the list follows')
      await worker.messages.stop()
      await server.close()
    })
  })
})

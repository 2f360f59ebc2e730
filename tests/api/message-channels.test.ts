import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { mkdir, symlink } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OutgoingMessage } from '../../server/messages/outgoing.ts'
import { addPerson, signIn } from '../support/accounts.ts'
import { addSignedIn } from '../support/console-person.ts'
import { eachDatabase } from '../support/databases.ts'
import { are, entrust, rowsOf, startWorker, stepUnless, type Worker } from '../support/messages.ts'
import { readMails, until } from '../support/outgoing.ts'
import { zh } from '../support/texts.ts'
import { useServer } from '../support/use-server.ts'

const start = new Date('2026-03-01T08:00:00Z')
const minuteMs = 60_000

function text(to: string, code: string): OutgoingMessage {
  return {
    channel: 'sms',
    to,
    template: 'code',
    params: { code, purpose: 'sign_in', minutes: 5 },
    locale: 'zh-CN',
    now: start,
    expiresAt: new Date(start.getTime() + 5 * minuteMs),
  }
}

function mail(to: string): OutgoingMessage {
  return { channel: 'mail', to, template: 'password_changed', locale: 'zh-CN', now: start }
}

eachDatabase('mails without a mail server', (place) => {
  const server = useServer(place, { start })

  test('are files of the folder, as they would be sent', async () => {
    const { db, dataDir, now } = server
    const worker = await startWorker({ db, dataDir, now })
    const ids = await entrust(db, worker.secrets, [mail('li@forum.example')])
    worker.messages.wake()
    await until(() => are(server.db, ids, 'sent'), 'sent')
    await worker.messages.stop()
    const [eml] = await readMails(dataDir)
    expect(eml).toMatch(/^To: li@forum\.example\r$/m)
    expect(eml).toMatch(new RegExp(`^Message-ID: <${ids[0]}@forum.example>\r$`, 'm'))
  })

  test('wait while the disk is full, and go out once when there is room again', async () => {
    const { db, dataDir, now } = server
    const ids = await entrust(db, server.secrets, [mail('full@forum.example')])
    const folder = join(dataDir, 'outgoing', 'mail')
    await mkdir(folder, { recursive: true })
    // Writing to it fails with ENOSPC, and a failed try removes it.
    await symlink('/dev/full', join(folder, `${ids[0]}.eml.partial`))
    const worker = await startWorker({ db, dataDir, now })
    await until(async () => (await rowsOf(db, ids))[0]?.problem === 'ENOSPC', 'the try failed')
    expect(await rowsOf(db, ids)).toMatchObject([{ state: 'waiting', tries: 1 }])
    await until(() => stepUnless(db, worker, ids, 'sent', server, minuteMs), 'sent')
    await worker.messages.stop()
    expect((await readMails(dataDir)).filter((eml) => eml.includes('full@forum.example'))).toHaveLength(1)
  })

  test('do not hold up the end of the server when writing them never ends', async () => {
    const { db, dataDir, now } = server
    const ids = await entrust(db, server.secrets, [mail('hung@forum.example')])
    const { promise: isTrying, resolve: begin } = Promise.withResolvers<void>()
    const hung = () => (begin(), new Promise<never>(() => {}))
    const worker = await startWorker({ db, dataDir, now, mailDriver: { send: hung, close: () => {} } })
    await isTrying
    await worker.messages.stop()
    expect(await rowsOf(db, ids)).toMatchObject([{ state: 'waiting', problem: 'interrupted' }])
  })
})

eachDatabase('texts by a provider', (place) => {
  interface Post {
    headers: IncomingHttpHeaders
    body: { to: string; code: string }
    url: string
  }
  const server = useServer(place, { start, eachTest: 'starts again' })
  let provider: Server
  let worker: Worker
  let posts: Post[] = []
  let answer: (path: string) => number | 'nothing'

  beforeAll(async () => {
    provider = createServer((request, response) => {
      const take = async (): Promise<void> => {
        const body = await json(request)
        posts.push({ headers: request.headers, body: body as Post['body'], url: request.url ?? '' })
        const status = answer(request.url ?? '')
        if (status === 'nothing') return
        response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('{}')
      }
      void take()
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  })

  beforeEach(async () => {
    posts = []
    answer = () => 200
    const { port } = provider.address() as AddressInfo
    const env = { SMS_DRIVER: 'http', SMS_URL: `http://127.0.0.1:${port}/send`, SMS_TOKEN: 'token-of-ours' }
    const { db, dataDir, now } = server
    worker = await startWorker({ db, dataDir, now, env })
  })

  afterEach(() => worker.messages.stop())

  afterAll(() => {
    provider.closeAllConnections()
    provider.close()
  })

  async function send(...messages: OutgoingMessage[]): Promise<string[]> {
    const ids = await entrust(server.db, worker.secrets, messages)
    worker.messages.wake()
    return ids
  }

  test('are posted with our token and a key by which the provider knows them again', async () => {
    const ids = await send(text('+8613810000001', '123456'))
    await until(() => are(server.db, ids, 'sent'), 'sent')
    expect(posts).toHaveLength(1)
    expect(posts[0]?.headers).toMatchObject({
      authorization: 'Bearer token-of-ours',
      'idempotency-key': ids[0],
    })
    expect(posts[0]?.body).toEqual({
      to: '+8613810000001',
      purpose: 'sign_in',
      code: '123456',
      text: zh('messages:code.text', { code: '123456', minutes: 5 }),
      at: '2026-03-01T08:00:00Z',
    })
  })

  test('follow no redirect, which would carry the token elsewhere, and are parked when they are refused for good', async () => {
    answer = () => 400
    const refused = await send(text('+8613810000004', '123456'))
    await until(() => are(server.db, refused, 'parked'), 'parked')
    posts = []
    answer = (path) => (path === '/send' ? 302 : 200)
    const ids = await send(text('+8613810000002', '123456'))
    await until(async () => (await rowsOf(server.db, ids))[0]?.problem === 'HTTP 302', 'the redirect refused')
    expect(posts.map(({ url }) => url)).toEqual(['/send'])
  })

  test('are tried again within their five minutes while the provider fails, then they expire', async () => {
    answer = () => 503
    const ids = await send(text('+8613810000003', '123456'))
    await until(() => stepUnless(server.db, worker, ids, 'expired', server, 10_000), 'expired')
    expect(server.nowMs - start.getTime()).toBeGreaterThanOrEqual(5 * minuteMs)
    expect(posts.filter(({ body }) => body.to === '+8613810000003').length).toBeGreaterThan(3)
    expect(await server.db.kysely.selectFrom('message_queue').selectAll().execute()).toEqual([])
  })

  test('keep nobody waiting: codes are asked for and people sign in while the provider never answers', async () => {
    answer = () => 'nothing'
    const id = await addPerson(server)
    for (let phone = 0; phone < 12; phone += 1) {
      const sent = await server.post('/module/sms/sendCode', { mobile: `139100000${10 + phone}` })
      expect(sent.status).toBe(200)
      worker.messages.wake()
    }
    await until(async () => posts.length >= 5, 'texts on their way')
    await expect(signIn(server, id)).resolves.toMatch(/./)
    // The worker waits for what is on its way, if not for ever.
    provider.closeAllConnections()
  })
})

eachDatabase('the module of outgoing messages', (place) => {
  const server = useServer(place, { start })

  test('is for administrators, who see where messages stand and never what they say; nobody else sees that there is one', async () => {
    const admin = await addSignedIn(server, { role: 'organiser', isAdministrator: true })
    const organiser = await addSignedIn(server, { role: 'organiser' })
    const guest = await addSignedIn(server)
    await server.post('/module/sms/sendCode', { mobile: '13812345678' })
    const path = '/front/query/outgoing_messages/all'
    const list = await (await server.get(path, admin.token)).text()
    const row = { channel: 'sms', recipient: '138****5678', template: 'code', language: 'zh-CN' }
    const initial = { state: 'waiting', tries: 0, next_try_at: '2026-03-01T08:00:00Z' }
    expect(JSON.parse(list)).toMatchObject({ data: { total: 1, items: [{ ...row, ...initial }] } })
    expect(list).not.toMatch(/13812345678|"\d{6}"|payload/)
    expect((await server.get(path, organiser.token)).status).toBe(404)
    expect((await server.get(path, guest.token)).status).toBe(404)
    expect((await server.get(path)).status).toBe(401)
    const { db, dataDir, now } = server
    const worker = await startWorker({ db, dataDir, now })
    const listed = async () => (await server.get(path, admin.token)).text()
    await until(async () => (await listed()).includes('"state":"sent"'), 'the list follows')
    await worker.messages.stop()
  })
})

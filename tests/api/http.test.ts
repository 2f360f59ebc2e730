import { Agent, request as httpRequest } from 'node:http'
import { connect, createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest'
import { eachDatabase } from '../support/databases.ts'
import { type ForumProcess, startForum } from '../support/forum-process.ts'
import { freePort } from '../support/free-port.ts'

const signIn = { login_name: 'organiser', login_pwd: 'tidal-lagoon-42' }

function postJson(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
  return fetch(url, { ...init, body: JSON.stringify(body) })
}

eachDatabase('the server', (at) => {
  let forum: ForumProcess
  beforeAll(async () => {
    const { dataDir, databaseUrl } = at.place
    forum = await startForum({ dataDir, env: databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl } })
  })
  afterAll(() => forum.stop({ keepData: true }))

  it('answers public lists to nobody, with a tag that spares the second body [263]', async () => {
    const url = `${forum.url}/api/front/query/tracks/all?size=0`
    const first = await fetch(url)
    expect(first.status).toBe(200)
    expect(await first.json()).toMatchObject({ code: 200, data: { page: 1, size: 0 } })
    const again = await fetch(url, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('refuses in the language of the caller and names no server', async () => {
    const chinese = await fetch(`${forum.url}/api/front/user/current`)
    const english = await fetch(`${forum.url}/api/nothing`, { headers: { 'accept-language': 'en' } })
    expect([chinese.status, english.status]).toEqual([401, 401])
    expect(await chinese.json()).toMatchObject({ msg: '请先登录。', error: { key: 'sign_in.required' } })
    expect(await english.json()).toMatchObject({ msg: 'Please sign in first.' })
    expect([english.headers.get('server'), english.headers.get('x-powered-by')]).toEqual([null, null])
    expect(english.headers.get('cache-control')).toBe('no-store')
  })

  it('tells an expired token on public answers, and 404 to whoever is signed in and may not', async () => {
    const expired = { authorization: 'A'.repeat(43) }
    const list = await fetch(`${forum.url}/api/front/query/rooms/all`, { headers: expired })
    expect([list.status, list.headers.get('x-session')]).toEqual([200, 'expired'])
    const login = await postJson(`${forum.url}/api/front/user/login`, signIn)
    const { data } = (await login.json()) as { data: { token: string } }
    const headers = { authorization: data.token }
    expect((await fetch(`${forum.url}/api/front/user/current`, { headers })).status).toBe(200)
    expect((await fetch(`${forum.url}/api/front/query/nonsense/all`, { headers })).status).toBe(404)
    expect((await fetch(`${forum.url}/api/front/query/nonsense/all`)).status).toBe(401)
  })

  it('refuses bodies that are too large for a sign-in', async () => {
    const answer = await postJson(`${forum.url}/api/front/user/login`, { login_name: 'a'.repeat(70_000) })
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ error: { key: 'request.too_large' } })
  })

  it('describes every route', async () => {
    const api = (await (await fetch(`${forum.url}/api/openapi.json`)).json()) as { paths: object }
    expect(Object.keys(api.paths)).toEqual(
      expect.arrayContaining([
        '/livez',
        '/readyz',
        '/api/modules',
        '/api/front/query/{module}/all',
        '/api/front/query/{module}/{id}',
        '/api/front/metadata/{module}',
        '/api/front/download/file/{no}',
        '/api/front/user/login',
      ]),
    )
  })

  it('opens no file by tricks of the path', async () => {
    const paths = [
      '/..%2fpackage.json',
      '/%2e%2e/package.json',
      '/assets/..%5c..%5cpackage.json',
      '/a%00.html',
    ]
    const statuses = await Promise.all(paths.map((path) => rawStatus(forum.port, path)))
    expect(statuses.filter((status) => status !== 400 && status !== 404)).toEqual([])
  })
})

describe('the end', () => {
  it('turns not ready, answers every request that comes until that is seen, and exits with 0', async () => {
    const forum = await startForum()
    const url = `${forum.url}/api/front/query/sessions/all?size=0`
    const outcomes: (number | string)[] = []
    const balancer = { isReady: true }
    // As behind a balancer: nobody is sent here any more once it has seen the 503.
    const clients = Array.from({ length: 8 }, async (_, index) => {
      const agent = new Agent({ keepAlive: index % 2 === 0 })
      while (balancer.isReady) outcomes.push(await fetchOnce(url, agent))
      agent.destroy()
    })
    while (outcomes.length < 20) await setTimeout(10)
    // A sign-in takes the slowest part of the server; it is under way when the signal comes.
    const slow = postJson(`${forum.url}/api/front/user/login`, signIn)
    const exit = new Promise<number | null>((resolve) => forum.process.once('exit', resolve))
    forum.process.kill('SIGTERM')
    const status = await untilNotReady(forum.url)
    balancer.isReady = false
    await Promise.all(clients)
    expect((await slow).status).toBe(200)
    expect(status).toBe(503)
    expect(outcomes.filter((outcome) => outcome !== 200)).toEqual([])
    expect(await exit).toBe(0)
    await forum.stop()
  })
})

describe('a start that cannot be', () => {
  it('says in one line that the port is in use', async () => {
    const other = createServer((socket) => socket.destroy())
    const port = await freePort()
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
    await expect(startForum({ port })).rejects.toThrow(
      `ended with 1:\nPort ${port} is in use: end the other program, or choose another port with PORT.\n`,
    )
    other.close()
  })

  it('says in one line which variable is wrong', async () => {
    const env = { RATE_LIMITS: 'off', NODE_ENV: 'production' }
    await expect(startForum({ env })).rejects.toThrow(/ended with 1:\nRATE_LIMITS=off [^\n]+\n$/)
  })

  it('says in one line that the database does not answer', async () => {
    const env = { DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none` }
    await expect(startForum({ env })).rejects.toThrow(/ended with 1:\nThe database does not answer[^\n]+\n$/)
  })
})

/** The status of an answer that came whole, or why there was none. */
function fetchOnce(url: string, agent: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    const call = httpRequest(url, { agent }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
      answer.on('error', (error) => resolve(String(error)))
    })
    call.on('error', (error) => resolve(String(error)))
    call.end()
  })
}

async function untilNotReady(url: string): Promise<number> {
  for (;;) {
    const { status } = await fetch(`${url}/readyz`)
    if (status !== 200) return status
  }
}

/** fetch tidies paths; a hostile client does not. */
function rawStatus(port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: forum\r\nAccept: text/html\r\nConnection: close\r\n\r\n`)
    })
    let text = ''
    socket.on('data', (chunk) => (text += String(chunk)))
    socket.on('error', reject)
    socket.on('end', () => resolve(Number(text.split(' ')[1])))
  })
}

const noting = new URL('../support/note-loaded.ts', import.meta.url).href

/** What a few calls need, each some megabytes: whoever idles, or serves lists all day, need not hold them. */
const forFewCalls = [
  '@tus/server',
  'file-type',
  'fxa-common-password-list',
  'libphonenumber-js',
  'nodemailer',
  'pg',
  'pinyin-pro',
  'qrcode',
  'saxes',
  'sharp',
  'unpdf',
  'yauzl',
]

test('a server that was started holds nothing that only few calls need', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forum-loaded-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  const first = await startForum({ dataDir })
  await first.stop({ keepData: true })
  const loadedFile = join(folder, 'loaded')
  const forum = await startForum({
    dataDir,
    env: { NODE_OPTIONS: `--import=${noting}`, LOADED_FILE: loadedFile },
  })
  await forum.stop()
  const loaded = await readFile(loadedFile, 'utf8')
  expect(loaded).toContain('/node_modules/fastify/')
  expect(forFewCalls.filter((name) => loaded.includes(`/node_modules/${name}/`))).toEqual([])
})

import { Agent, request as httpRequest } from 'node:http'
import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { startForum } from '../support/forum-process.ts'
import { freePort } from '../support/free-port.ts'

const signIn = new URLSearchParams({ login_name: 'organiser', login_pwd: 'tidal-lagoon-42' })

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
    const slow = fetch(`${forum.url}/api/front/user/login`, { method: 'POST', body: signIn })
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

test('a start on a port that is in use ends with one line that says so', async () => {
  const other = createServer((socket) => socket.destroy())
  const port = await freePort()
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
  await expect(startForum({ port })).rejects.toThrow(
    `ended with 1:\nPort ${port} is in use: end the other program, or choose another port with PORT.\n`,
  )
  other.close()
})

test('a full disk for the log stops nobody: calls are answered, and SIGTERM ends it with 0', async () => {
  const forum = await startForum({ stdoutFile: '/dev/full', env: { LOG_LEVEL: 'info', SAMPLE_DATA: 'off' } })
  const exit = new Promise<number | null>((resolve) => forum.process.once('exit', resolve))
  for (let call = 0; call < 5; call += 1)
    for (const path of ['/livez', '/api/modules'])
      expect((await fetch(`${forum.url}${path}`)).status).toBe(200)
  forum.process.kill('SIGTERM')
  expect([await exit, forum.output()]).toEqual([0, ''])
  await forum.stop()
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

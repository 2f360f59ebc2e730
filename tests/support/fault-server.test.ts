import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFaultServer, type FaultServer } from './fault-server.ts'

/** Requests that reached the forum, as `POST /path body`. */
let done: string[]
let servers: Server[]
let front: FaultServer

/** Starts a forum that answers everything with the same text. @returns its URL */
async function startForum(text: string): Promise<string> {
  const forum = createServer((incoming, outgoing) => {
    let body = ''
    incoming.on('data', (chunk) => (body += String(chunk)))
    incoming.on('end', () => {
      done.push(`${incoming.method} ${incoming.url} ${body}`)
      outgoing.writeHead(200, { 'content-type': 'text/plain', etag: '"1"' }).end(text)
    })
  })
  servers.push(forum)
  await new Promise<void>((resolve) => forum.listen(0, '127.0.0.1', () => resolve()))
  return `http://127.0.0.1:${(forum.address() as AddressInfo).port}`
}

beforeEach(async () => {
  done = []
  servers = []
  front = await startFaultServer(await startForum('the forum’s answer'))
})

afterEach(async () => {
  await front.stop()
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
})

const post = (limitMs = 5000) =>
  fetch(`${front.url}/api/x?y=1`, { method: 'POST', body: 'b', signal: AbortSignal.timeout(limitMs) })

const api = /^\/api\//
const whole = ['POST /api/x?y=1 b']

test('hands on what no fault names, with body, query and headers, and to another server in its place', async () => {
  front.fail(/^\/other/, { kind: 'cut' })
  const answer = await post()
  expect([answer.headers.get('etag'), await answer.text()]).toEqual(['"1"', 'the forum’s answer'])
  expect(done).toEqual(whole)
  expect(front.heard()).toEqual(['POST /api/x?y=1'])
  front.handTo(await startForum('deployed anew'))
  expect(await (await post()).text()).toBe('deployed anew')
})

test('a cut line tells the forum nothing; commit and reset tells it all and the caller nothing, but not without network', async () => {
  front.fail(api, { kind: 'cut' })
  await expect(post()).rejects.toThrow('fetch failed')
  expect([done, front.heard().length]).toEqual([[], 1])
  front.fail(api, { kind: 'commit-then-reset' })
  front.setOffline(true)
  await expect(post()).rejects.toThrow('fetch failed')
  expect([done, front.heard().length]).toEqual([[], 1])
  front.setOffline(false)
  await expect(post()).rejects.toThrow('fetch failed')
  expect(done).toEqual(whole)
})

test('a stall answers nothing until it is mended, also when later calls pass', async () => {
  front.fail(api, { kind: 'stall' })
  const [late, waiting] = [post(1000).catch(String), post().catch(String)]
  await expect.poll(() => front.heard().length).toBe(2)
  front.fail(api, { kind: 'none' })
  expect((await post()).status).toBe(200)
  expect(await late).toContain('timeout')
  front.mend()
  expect(await waiting).toBe('TypeError: fetch failed')
  expect(done).toEqual(whole)
})

test('a trickle brings everything in parts', async () => {
  front.fail(api, { kind: 'trickle', bytesPerSecond: 100 })
  const parts: string[] = []
  for await (const part of (await post()).body ?? []) parts.push(Buffer.from(part).toString('latin1'))
  expect(Buffer.from(parts.join(''), 'latin1').toString()).toBe('the forum’s answer')
  expect(parts.length).toBeGreaterThan(1)
})

test('a portal answers 200 with a page, and the forum does not hear of it', async () => {
  front.fail(api, { kind: 'portal' })
  const portal = await post()
  expect([portal.status, portal.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(done).toEqual([])
})

test('a changed answer is whole and has no tag of the old one; one that breaks off has brought its first bytes', async () => {
  front.fail(api, { kind: 'changed', change: (text) => text.replace('the forum’s', 'another') })
  const answer = await post()
  expect([answer.headers.get('etag'), await answer.text()]).toEqual([null, 'another answer'])
  const { promise: after, resolve: breakOff } = Promise.withResolvers<void>()
  front.fail(api, { kind: 'break-off', bytes: 4, after })
  const reader = (await post()).body?.getReader()
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('the ')
  breakOff()
  await expect(reader?.read()).rejects.toThrow('terminated')
})

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFaultServer, type FaultServer } from './fault-server.ts'

/** What reached the forum, as `POST /path body`. */
let done: string[]
let forum: Server
let front: FaultServer

beforeEach(async () => {
  done = []
  forum = createServer((incoming, outgoing) => {
    let body = ''
    incoming.on('data', (chunk) => (body += String(chunk)))
    incoming.on('end', () => {
      done.push(`${incoming.method} ${incoming.url} ${body}`.trim())
      outgoing.writeHead(200, { 'content-type': 'text/plain', etag: '"1"' })
      outgoing.end('the forum’s answer')
    })
  })
  await new Promise<void>((resolve) => forum.listen(0, '127.0.0.1', () => resolve()))
  front = await startFaultServer(`http://127.0.0.1:${(forum.address() as AddressInfo).port}`)
})

afterEach(async () => {
  await front.stop()
  await new Promise((resolve) => {
    forum.close(resolve)
    forum.closeAllConnections()
  })
})

const post = (limitMs = 5000) =>
  fetch(`${front.url}/api/x?y=1`, { method: 'POST', body: 'b', signal: AbortSignal.timeout(limitMs) })

test('hands on what no fault names, with body, query and headers', async () => {
  front.fail(/^\/other/, { kind: 'cut' })
  const answer = await post()
  expect([answer.headers.get('etag'), await answer.text()]).toEqual(['"1"', 'the forum’s answer'])
  expect(done).toEqual(['POST /api/x?y=1 b'])
  expect(front.heard()).toEqual(['POST /api/x?y=1'])
})

test('a cut line tells the forum nothing; commit and reset tells it all and the caller nothing', async () => {
  front.fail(/^\/api\//, { kind: 'cut' })
  await expect(post()).rejects.toThrow('fetch failed')
  expect(done).toEqual([])
  front.fail(/^\/api\//, { kind: 'commit-then-reset' })
  await expect(post()).rejects.toThrow('fetch failed')
  expect(done).toEqual(['POST /api/x?y=1 b'])
})

test('without network nothing is heard, whatever was asked to fail; with it again the faults still stand', async () => {
  front.fail(/^\/api\//, { kind: 'commit-then-reset' })
  front.setOffline(true)
  await expect(post()).rejects.toThrow('fetch failed')
  expect([front.heard(), done]).toEqual([[], []])
  front.setOffline(false)
  await expect(post()).rejects.toThrow('fetch failed')
  expect(done).toEqual(['POST /api/x?y=1 b'])
})

test('a stall answers nothing and refuses nothing until it is mended', async () => {
  front.fail(/^\/api\//, { kind: 'stall' })
  await expect(post(300)).rejects.toThrow('timeout')
  const waiting = post().catch(String)
  await expect.poll(() => front.heard().length).toBe(2)
  front.mend()
  expect(await waiting).toBe('TypeError: fetch failed')
  expect(done).toEqual([])
  expect((await post()).status).toBe(200)
})

test('a slow line and a trickle bring everything, later', async () => {
  front.fail(/^\/api\//, { kind: 'slow', ms: 10 })
  expect(await (await post()).text()).toBe('the forum’s answer')
  front.fail(/^\/api\//, { kind: 'trickle', bytesPerSecond: 100 })
  const answer = await post()
  const parts: number[] = []
  for await (const part of answer.body ?? []) parts.push(part.length)
  expect(parts.reduce((sum, size) => sum + size, 0)).toBe(Buffer.byteLength('the forum’s answer'))
  expect(parts.length).toBeGreaterThan(1)
})

test('a portal answers 200 with a page, a busy server 503, and the forum hears of neither', async () => {
  front.fail(/^\/api\//, { kind: 'portal' })
  const portal = await post()
  expect([portal.status, portal.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  front.fail(/^\/api\//, { kind: 'busy', retryAfterSeconds: 7 })
  const busy = await post()
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '7'])
  expect(done).toEqual([])
})

test('a changed answer is whole and has no tag of the old one', async () => {
  front.fail(/^\/api\//, { kind: 'changed', change: (text) => text.replace('the forum’s', 'another') })
  const answer = await post()
  expect([answer.headers.get('etag'), await answer.text()]).toEqual([null, 'another answer'])
})

test('an answer that breaks off has brought its first bytes', async () => {
  front.fail(/^\/api\//, { kind: 'break-off', bytes: 4 })
  const reader = (await post()).body?.getReader()
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('the ')
  await expect(reader?.read()).rejects.toThrow('terminated')
})

test('what is handed on again passes, while what stalled before goes on stalling', async () => {
  front.fail(/^\/api\//, { kind: 'stall' })
  const waiting = post(1000).catch(String)
  await expect.poll(() => front.heard().length).toBe(1)
  front.fail(/^\/api\//, { kind: 'none' })
  expect((await post()).status).toBe(200)
  expect(await waiting).toContain('timeout')
})

test('another server takes the forum’s place', async () => {
  const next = createServer((_incoming, outgoing) => outgoing.end('deployed anew'))
  await new Promise<void>((resolve) => next.listen(0, '127.0.0.1', () => resolve()))
  front.handTo(`http://127.0.0.1:${(next.address() as AddressInfo).port}`)
  expect(await (await post()).text()).toBe('deployed anew')
  next.closeAllConnections()
  next.close()
})

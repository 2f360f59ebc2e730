import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import type { FastifyPluginAsync } from 'fastify'
import { expect, test } from 'vitest'
import { requireEventStream, sendWithProgress, startEventStream, type EventStream } from './event-stream.ts'
import { publicRoute, startHttpApp } from './http-app.fixture.ts'

/** A server with one stream, and what is known of it. */
async function startStream() {
  const state: { stream: EventStream | undefined; overs: number } = { stream: undefined, overs: 0 }
  const route: FastifyPluginAsync = async (api) => {
    api.get('/events', { config: publicRoute, exposeHeadRoute: false }, async (request, reply) => {
      requireEventStream(request)
      state.stream = startEventStream(reply, () => void (state.overs += 1))
      return reply
    })
  }
  const app = await startHttpApp({ routes: [route] })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, state, port: (app.server.address() as AddressInfo).port }
}

const headers = { accept: 'text/event-stream', 'accept-encoding': 'br, gzip' }

test('events come as they are, at once, and nobody on the way is to keep or change them', async () => {
  const { state, port } = await startStream()
  const answer = await fetch(`http://127.0.0.1:${port}/api/events`, { headers })
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  expect(answer.headers.get('content-encoding')).toBeNull()
  state.stream?.send('change', { module: 'qa', revision: 12 })
  state.stream?.sendHeartbeat()
  state.stream?.end()
  state.stream?.send('change', { module: 'late', revision: 1 })
  state.stream?.end()
  expect(await answer.text()).toBe(
    'retry: 5000\n\nevent: change\ndata: {"module":"qa","revision":12}\n\n:\n\n',
  )
  expect(state.overs).toBe(1)
})

test('a client that leaves is noticed', async () => {
  const { state, port } = await startStream()
  const stop = new AbortController()
  await fetch(`http://127.0.0.1:${port}/api/events`, { headers, signal: stop.signal })
  stop.abort()
  await expect.poll(() => state.overs).toBe(1)
  state.stream?.send('change', {})
})

test('a client that does not read is cut before much is kept for it', async () => {
  const { state, port } = await startStream()
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('GET /api/events HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n\r\n')
  await expect.poll(() => state.stream !== undefined).toBe(true)
  socket.pause()
  // The socket takes some megabytes before it is full; all that is sent here would be a hundred.
  const text = 'x'.repeat(1000)
  for (let sent = 0; sent < 100_000 && state.overs === 0; sent += 1) {
    state.stream?.send('change', { text })
    if (sent % 10 === 0) await setImmediate()
  }
  expect(state.overs).toBe(1)
  socket.destroy()
})

test.each(['*/*', 'application/json', ''])(
  'who accepts %j would wait in vain and is told so',
  async (accept) => {
    const { app, state } = await startStream()
    const answer = await app.inject({ url: '/api/events', headers: { accept } })
    expect([answer.statusCode, answer.json<{ error: { key: string } }>().error.key]).toEqual([
      406,
      'not_acceptable',
    ])
    expect(state.stream).toBeUndefined()
  },
)

/** What a silent connection is ended after, and what the work takes, in milliseconds. */
const silenceMs = 50
const workMs = 400

test.each(['application/json', 'text/event-stream'])(
  'a call that takes longer than a connection may be silent is answered: %s',
  async (accept) => {
    const app = await startHttpApp({
      routes: [
        async (api) => {
          // From then on only the call itself is silent, however long a busy machine took to read it.
          api.addHook('preHandler', async ({ raw }) => void raw.socket.setTimeout(silenceMs))
          api.post('/long', { config: publicRoute }, (request, reply) =>
            sendWithProgress(request, reply, async () => {
              await wait(workMs)
              return 'done'
            }),
          )
          api.post('/silent', { config: publicRoute }, async (request) => {
            await once(request.raw.socket, 'close')
          })
        },
      ],
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const post = (path: string) =>
      fetch(`http://127.0.0.1:${port}/api/${path}`, { method: 'POST', headers: { accept } })
    const answer = await post('long')
    expect(await answer.text()).toContain('"data":"done"')
    await expect(post('silent')).rejects.toThrow('fetch failed')
  },
)

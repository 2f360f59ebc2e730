import { expect, onTestFinished, test, vi } from 'vitest'
import { createHttpClient } from './client.ts'
import { readProgressStream } from './server-events.ts'

const encoder = new TextEncoder()

/** Creates a client whose server sends these pieces of events, and then ends the response, or never does. */
function createClient(pieces: readonly string[], { isOpen = false, type = 'text/event-stream' } = {}) {
  const sent: Headers[] = []
  const client = createHttpClient({
    baseUrl: 'https://forum.example/api',
    getToken: () => 'opaque token',
    getLocale: () => 'zh-CN',
    fetch: async (_, { headers, signal } = {}) => {
      sent.push(new Headers(headers))
      const body = new ReadableStream({
        start(controller) {
          for (const piece of pieces) controller.enqueue(encoder.encode(piece))
          signal?.addEventListener('abort', () => controller.error(signal.reason))
          if (!isOpen) controller.close()
        },
      })
      return new Response(body, { headers: { 'content-type': type } })
    },
  })
  return { client, sent }
}

const result = `event: result\ndata: ${JSON.stringify({ code: 200, msg: 'ok', data: { done: true } })}\n\n`
const errorEvent = `event: refusal\ndata: ${JSON.stringify({ code: 409, msg: '已取消', data: null, error: { key: 'import.cancelled', fields: [] } })}\n\n`

test('reports progress however events are split, and resolves to the result', async () => {
  const received: unknown[] = []
  const { client, sent } = createClient([
    'retry: 5000\n\nevent: progress\nda',
    'ta: {"rows":1}\n\n:\n\nevent: progress\ndata: {"rows":2}\n',
    `\n${result}`,
  ])
  expect(
    await client.post(
      '/import/x',
      {},
      { sendWithProgress: readProgressStream((progress) => received.push(progress)) },
    ),
  ).toEqual({
    done: true,
  })
  expect(received).toEqual([{ rows: 1 }, { rows: 2 }])
  expect(sent[0]?.get('accept')).toBe('text/event-stream')
})

test('an error at the end is an ApiError', async () => {
  const { client } = createClient([errorEvent])
  await expect(
    client.post('/import/x', {}, { sendWithProgress: readProgressStream(() => undefined) }),
  ).rejects.toMatchObject({
    name: 'ApiError',
    status: 409,
    key: 'import.cancelled',
    msg: '已取消',
  })
})

test('a response that breaks off is a NetworkError', async () => {
  const { client } = createClient(['event: progress\ndata: {"rows":1}\n\n'])
  await expect(
    client.post('/import/x', {}, { sendWithProgress: readProgressStream(() => undefined) }),
  ).rejects.toMatchObject({
    reason: 'no_answer',
  })
})

test('an error before the stream starts is an ApiError', async () => {
  const { client } = createClient([JSON.stringify({ code: 200, msg: 'ok', data: 7 })], {
    type: 'application/json',
  })
  expect(await client.post('/import/x', {}, { sendWithProgress: readProgressStream(() => undefined) })).toBe(
    7,
  )
})

test('a call without any event for a minute is aborted', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { client } = createClient(['retry: 5000\n\n'], { isOpen: true })
  const request = client
    .post('/import/x', {}, { sendWithProgress: readProgressStream(() => undefined) })
    .catch((reason: unknown) => reason)
  await vi.advanceTimersByTimeAsync(61_000)
  expect(await request).toMatchObject({ reason: 'time_limit' })
})

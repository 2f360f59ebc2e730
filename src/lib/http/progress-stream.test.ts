import { expect, onTestFinished, test, vi } from 'vitest'
import { createHttpClient } from './client.ts'
import { readProgressStream } from './progress-stream.ts'

const encoder = new TextEncoder()

/** A client whose server answers with these pieces of events, and then ends, or never does. */
function clientOf(pieces: readonly string[], { isOpen = false, type = 'text/event-stream' } = {}) {
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
const refusal = `event: refusal\ndata: ${JSON.stringify({ code: 409, msg: '已取消', data: null, error: { key: 'import.cancelled', fields: [] } })}\n\n`

test('tells how far it is, whatever pieces its events come in, and ends with the result', async () => {
  const told: unknown[] = []
  const { client, sent } = clientOf([
    'retry: 5000\n\nevent: progress\nda',
    'ta: {"rows":1}\n\n:\n\nevent: progress\ndata: {"rows":2}\n',
    `\n${result}`,
  ])
  expect(
    await client.post('/import/x', {}, { longCall: readProgressStream((progress) => told.push(progress)) }),
  ).toEqual({
    done: true,
  })
  expect(told).toEqual([{ rows: 1 }, { rows: 2 }])
  expect(sent[0]?.get('accept')).toBe('text/event-stream')
})

test('a refusal at its end is one like any other', async () => {
  const { client } = clientOf([refusal])
  await expect(
    client.post('/import/x', {}, { longCall: readProgressStream(() => undefined) }),
  ).rejects.toMatchObject({
    name: 'ApiError',
    status: 409,
    key: 'import.cancelled',
    msg: '已取消',
  })
})

test('what breaks off before its end was not answered', async () => {
  const { client } = clientOf(['event: progress\ndata: {"rows":1}\n\n'])
  await expect(
    client.post('/import/x', {}, { longCall: readProgressStream(() => undefined) }),
  ).rejects.toMatchObject({
    kind: 'no_answer',
  })
})

test('who refuses before it begins answers as always', async () => {
  const { client } = clientOf([JSON.stringify({ code: 200, msg: 'ok', data: 7 })], {
    type: 'application/json',
  })
  expect(await client.post('/import/x', {}, { longCall: readProgressStream(() => undefined) })).toBe(7)
})

test('a call of which nothing is heard for a minute is given up', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { client } = clientOf(['retry: 5000\n\n'], { isOpen: true })
  const asked = client
    .post('/import/x', {}, { longCall: readProgressStream(() => undefined) })
    .catch((reason: unknown) => reason)
  await vi.advanceTimersByTimeAsync(61_000)
  expect(await asked).toMatchObject({ kind: 'time_limit' })
})

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { PinError } from './pin-error.ts'
import { createPins, findPin } from './pins.ts'
import type { PinsDeps } from './pins.ts'

const bytes = new TextEncoder().encode('%PDF-1.7 a small document')
const sha256 = createHash('sha256').update(bytes).digest('hex')
const file = { no: '12', name: '议程.pdf', mediaType: 'application/pdf', sizeBytes: bytes.length, sha256 }
const pin = { id: 'd1', file, title: { 'zh-CN': '议程', en: 'Agenda' } }

/** Cache API in memory, as far as pins use it. */
function makeCaches(limitBytes = Infinity): CacheStorage {
  const answers = new Map<string, Response>()
  const cache = {
    matchAll: () => Promise.resolve([...answers.values()].map((answer) => answer.clone())),
    match: (address: string) => Promise.resolve(answers.get(address)?.clone()),
    delete: (address: string) => Promise.resolve(answers.delete(address)),
    async put(address: string, answer: Response) {
      if ((await answer.clone().arrayBuffer()).byteLength > limitBytes)
        throw new DOMException('full', 'QuotaExceededError')
      answers.set(address, answer)
    },
  }
  return { open: () => Promise.resolve(cache) } as unknown as CacheStorage
}

function makePins(more: Partial<PinsDeps> = {}) {
  const asked: string[] = []
  const pins = createPins({
    caches: makeCaches(),
    fetch: () => Promise.resolve(new Response(bytes)),
    addressOf: (no) => `https://forum.example/api/front/download/file/${no}`,
    persist: () => Promise.resolve(asked.push('persist')),
    digest: (data) => crypto.subtle.digest('SHA-256', data),
    ...more,
  })
  return { pins, asked }
}

const problemOf = (work: Promise<void>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof PinError ? error.problem : error),
  )

test('a kept file is listed with its data, whole, and shown under its name [299]', async () => {
  const { pins, asked } = makePins()
  const shares: number[] = []
  await pins.add(pin, (share) => shares.push(share))
  expect(await pins.list()).toEqual([pin])
  const kept = await pins.find('12')
  expect(new Uint8Array((await kept?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(bytes)
  expect(kept?.headers.get('content-disposition')).toBe("inline; filename*=UTF-8''%E8%AE%AE%E7%A8%8B.pdf")
  expect(shares.at(-1)).toBe(1)
  expect(asked).toEqual(['persist'])
})

test('a kind that could run in our origin is handed out as a file only', async () => {
  const { pins } = makePins()
  await pins.add({ ...pin, file: { ...file, mediaType: 'text/html', name: 'x.html' } }, () => undefined)
  expect((await pins.find('12'))?.headers.get('content-disposition')).toMatch(/^attachment/)
})

test.each([
  ['cut short', bytes.slice(0, 9)],
  ['changed', bytes.map((byte, index) => (index === 3 ? byte + 1 : byte))],
])('a file that arrives %s is not kept', async (_how, arrived) => {
  const { pins } = makePins({ fetch: () => Promise.resolve(new Response(arrived)) })
  expect(await problemOf(pins.add(pin, () => undefined))).toBe('damaged')
  expect(await pins.list()).toEqual([])
})

test.each([
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a refusal', () => Promise.resolve(new Response('{}', { status: 503 }))],
  ['a part of it', () => Promise.resolve(new Response(bytes, { status: 206 }))],
])('with %s nothing is kept', async (_what, fetch) => {
  const { pins } = makePins({ fetch })
  expect(await problemOf(pins.add(pin, () => undefined))).toBe('network')
  expect(await pins.list()).toEqual([])
})

test('a file that was withdrawn is told apart from a broken connection', async () => {
  const { pins } = makePins({ fetch: () => Promise.resolve(new Response('{}', { status: 404 })) })
  expect(await problemOf(pins.add(pin, () => undefined))).toBe('gone')
})

/** A line that breaks after some bytes at the first call, and then answers what it is asked. */
function makeBreakingFetch(answerRest: (start: number) => Response) {
  const ranges: (string | null)[] = []
  let parts = 0
  const broken = new ReadableStream<Uint8Array>({
    pull(controller) {
      parts += 1
      if (parts === 1) controller.enqueue(bytes.slice(0, 9))
      else controller.error(new TypeError('network error'))
    },
  })
  const fetch: PinsDeps['fetch'] = (_address, options) => {
    const range = new Headers(options?.headers).get('range')
    ranges.push(range)
    return Promise.resolve(
      ranges.length === 1 ? new Response(broken) : answerRest(Number(/\d+/.exec(range ?? ''))),
    )
  }
  return { fetch, ranges }
}

const partFrom = (start: number, said = start) =>
  new Response(bytes.slice(start), {
    status: 206,
    headers: { 'content-range': `bytes ${said}-${bytes.length - 1}/${bytes.length}` },
  })

test('a transfer that broke off goes on where it ended', async () => {
  const { fetch, ranges } = makeBreakingFetch((start) => partFrom(start))
  const { pins } = makePins({ fetch })
  expect(await problemOf(pins.add(pin, () => undefined))).toBe('network')
  expect(await pins.list()).toEqual([])
  await pins.add(pin, () => undefined)
  expect(ranges).toEqual([null, 'bytes=9-'])
  expect(new Uint8Array(await ((await pins.find('12')) as Response).arrayBuffer())).toEqual(bytes)
})

test('a server that sends the whole again, or another part, does not spoil the file', async () => {
  const whole = makePins({ fetch: makeBreakingFetch(() => new Response(bytes)).fetch }).pins
  await problemOf(whole.add(pin, () => undefined))
  expect(await problemOf(whole.add(pin, () => undefined))).toBe('none')
  const other = makePins({ fetch: makeBreakingFetch(() => partFrom(3)).fetch }).pins
  await problemOf(other.add(pin, () => undefined))
  expect(await problemOf(other.add(pin, () => undefined))).toBe('network')
  expect(await other.list()).toEqual([])
})

test('a newer file of a document takes the place of the older one, once it is whole', async () => {
  const next = new TextEncoder().encode('%PDF-1.7 the second edition')
  const nextSha256 = createHash('sha256').update(next).digest('hex')
  const newer = { ...pin, file: { ...file, no: '13', sizeBytes: next.length, sha256: nextSha256 } }
  let body: Uint8Array<ArrayBuffer> = bytes
  const { pins } = makePins({ fetch: () => Promise.resolve(new Response(body)) })
  await pins.add(pin, () => undefined)
  expect(await problemOf(pins.add(newer, () => undefined))).toBe('damaged')
  expect(await pins.list()).toEqual([pin])
  body = next
  await pins.add(newer, () => undefined)
  expect(await pins.list()).toEqual([newer])
})

test('the browser is asked to keep the storage at the first file only, and nobody waits for its answer', async () => {
  let asked = 0
  const persist = () => new Promise(() => (asked += 1))
  const { pins } = makePins({ persist })
  await pins.add(pin, () => undefined)
  await pins.add({ ...pin, file: { ...file, no: '13' }, id: 'd2' }, () => undefined)
  expect(asked).toBe(1)
})

test('a document finds its kept file, or an older one', () => {
  const row = { id: 'd1', file }
  expect(findPin([pin], row)).toEqual({ ...pin, isCurrent: true })
  const newer = { ...file, no: '13', sha256: 'other' }
  expect(findPin([pin], { id: 'd1', file: newer })).toEqual({ ...pin, isCurrent: false })
  expect(findPin([pin], { id: 'd2', file: newer })).toBeUndefined()
})

test('a full phone is told apart from a broken connection', async () => {
  const { pins } = makePins({ caches: makeCaches(5) })
  expect(await problemOf(pins.add(pin, () => undefined))).toBe('full')
})

test('a removed file is gone', async () => {
  const { pins } = makePins()
  await pins.add(pin, () => undefined)
  await pins.remove('12')
  expect(await pins.list()).toEqual([])
  expect(await pins.find('12')).toBeUndefined()
})

test('plain http has no files on this phone and does not break', async () => {
  const { pins } = makePins({ caches: undefined })
  expect(await pins.list()).toEqual([])
  expect(await pins.find('12')).toBeUndefined()
})

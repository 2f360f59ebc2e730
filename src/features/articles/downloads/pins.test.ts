import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { PinError, createPins, findPin } from './pins.ts'
import type { PinsDeps } from './pins.ts'

const bytes = new TextEncoder().encode('%PDF-1.7 a small document')
const sha256 = createHash('sha256').update(bytes).digest('hex')
const file = { no: '12', name: '议程.pdf', mediaType: 'application/pdf', sizeBytes: bytes.length, sha256 }
const pin = { id: 'd1', file, title: { 'zh-CN': '议程', en: 'Agenda' } }

/** Cache API in memory, as far as pins use it. */
function makeCaches(limitBytes = Infinity): CacheStorage {
  const responses = new Map<string, Response>()
  const cache = {
    matchAll: () => Promise.resolve([...responses.values()].map((response) => response.clone())),
    match: (address: string) => Promise.resolve(responses.get(address)?.clone()),
    delete: (address: string) => Promise.resolve(responses.delete(address)),
    async put(address: string, response: Response) {
      if ((await response.clone().arrayBuffer()).byteLength > limitBytes)
        throw new DOMException('full', 'QuotaExceededError')
      responses.set(address, response)
    },
  }
  return { open: () => Promise.resolve(cache) } as unknown as CacheStorage
}

function makePins(more: Partial<PinsDeps> = {}) {
  const requests: string[] = []
  const pins = createPins({
    caches: makeCaches(),
    fetch: () => Promise.resolve(new Response(bytes)),
    getUrl: (no) => `https://forum.example/api/front/download/file/${no}`,
    persist: () => Promise.resolve(requests.push('persist')),
    digest: (data) => crypto.subtle.digest('SHA-256', data),
    ...more,
  })
  return { pins, requests }
}

const getErrorReason = (work: Promise<void>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof PinError ? error.reason : error),
  )

test('a kept file is listed with its data, whole, and shown under its name [299]', async () => {
  const { pins, requests } = makePins()
  const shares: number[] = []
  await pins.add(pin, (share) => shares.push(share))
  expect(await pins.list()).toEqual([pin])
  const pinned = await pins.find('12')
  expect(new Uint8Array((await pinned?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(bytes)
  expect(pinned?.headers.get('content-disposition')).toBe("inline; filename*=UTF-8''%E8%AE%AE%E7%A8%8B.pdf")
  expect(shares.at(-1)).toBe(1)
  expect(requests).toEqual(['persist'])
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
  expect(await getErrorReason(pins.add(pin, () => undefined))).toBe('damaged')
  expect(await pins.list()).toEqual([])
})

test.each([
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a refusal', () => Promise.resolve(new Response('{}', { status: 503 }))],
  ['a part of it', () => Promise.resolve(new Response(bytes, { status: 206 }))],
])('with %s nothing is kept', async (_what, fetch) => {
  const { pins } = makePins({ fetch })
  expect(await getErrorReason(pins.add(pin, () => undefined))).toBe('network')
  expect(await pins.list()).toEqual([])
})

test('a file that was withdrawn is told apart from a broken connection', async () => {
  const { pins } = makePins({ fetch: () => Promise.resolve(new Response('{}', { status: 404 })) })
  expect(await getErrorReason(pins.add(pin, () => undefined))).toBe('gone')
})

/** A connection that breaks after some bytes at the first request and answers later ones fully. */
function makeBreakingFetch(respondRest: (start: number) => Response) {
  const ranges: (string | null)[] = []
  let chunkCount = 0
  const broken = new ReadableStream<Uint8Array>({
    pull(controller) {
      chunkCount += 1
      if (chunkCount === 1) controller.enqueue(bytes.slice(0, 9))
      else controller.error(new TypeError('network error'))
    },
  })
  const fetch: PinsDeps['fetch'] = (_address, options) => {
    const range = new Headers(options?.headers).get('range')
    ranges.push(range)
    return Promise.resolve(
      ranges.length === 1 ? new Response(broken) : respondRest(Number(/\d+/.exec(range ?? ''))),
    )
  }
  return { fetch, ranges }
}

const rangeFrom = (start: number, announcedStart = start) =>
  new Response(bytes.slice(start), {
    status: 206,
    headers: { 'content-range': `bytes ${announcedStart}-${bytes.length - 1}/${bytes.length}` },
  })

test('a transfer that broke off goes on where it ended', async () => {
  const { fetch, ranges } = makeBreakingFetch((start) => rangeFrom(start))
  const { pins } = makePins({ fetch })
  expect(await getErrorReason(pins.add(pin, () => undefined))).toBe('network')
  expect(await pins.list()).toEqual([])
  await pins.add(pin, () => undefined)
  expect(ranges).toEqual([null, 'bytes=9-'])
  expect(new Uint8Array(await ((await pins.find('12')) as Response).arrayBuffer())).toEqual(bytes)
})

test('a server that sends the whole again, or another part, does not spoil the file', async () => {
  const complete = makePins({ fetch: makeBreakingFetch(() => new Response(bytes)).fetch }).pins
  await getErrorReason(complete.add(pin, () => undefined))
  expect(await getErrorReason(complete.add(pin, () => undefined))).toBe('none')
  const other = makePins({ fetch: makeBreakingFetch(() => rangeFrom(3)).fetch }).pins
  await getErrorReason(other.add(pin, () => undefined))
  expect(await getErrorReason(other.add(pin, () => undefined))).toBe('network')
  expect(await other.list()).toEqual([])
})

test('a newer file of a document takes the place of the older one, once it is whole', async () => {
  const next = new TextEncoder().encode('%PDF-1.7 the second edition')
  const nextSha256 = createHash('sha256').update(next).digest('hex')
  const newer = { ...pin, file: { ...file, no: '13', sizeBytes: next.length, sha256: nextSha256 } }
  let body: Uint8Array<ArrayBuffer> = bytes
  const { pins } = makePins({ fetch: () => Promise.resolve(new Response(body)) })
  await pins.add(pin, () => undefined)
  expect(await getErrorReason(pins.add(newer, () => undefined))).toBe('damaged')
  expect(await pins.list()).toEqual([pin])
  body = next
  await pins.add(newer, () => undefined)
  expect(await pins.list()).toEqual([newer])
})

test('the browser is asked to keep the storage at the first file only, and nobody waits for its answer', async () => {
  let requests = 0
  const persist = () => new Promise(() => (requests += 1))
  const { pins } = makePins({ persist })
  await pins.add(pin, () => undefined)
  await pins.add({ ...pin, file: { ...file, no: '13' }, id: 'd2' }, () => undefined)
  expect(requests).toBe(1)
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
  expect(await getErrorReason(pins.add(pin, () => undefined))).toBe('full')
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

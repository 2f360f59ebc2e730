import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPins, PinError } from './pins.ts'
import type { PinsParts } from './pins.ts'

const bytes = new TextEncoder().encode('%PDF-1.7 a small document')
const sha256 = createHash('sha256').update(bytes).digest('hex')
const file = { no: '12', name: '议程.pdf', mediaType: 'application/pdf', sizeBytes: bytes.length, sha256 }
const pin = { file, title: { 'zh-CN': '议程', en: 'Agenda' } }

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

function makePins(more: Partial<PinsParts> = {}) {
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

test('a kept file is listed with its data, whole, and shown under its name', async () => {
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
  ['a refusal', () => Promise.resolve(new Response('{}', { status: 404 }))],
  ['a part of it', () => Promise.resolve(new Response(bytes, { status: 206 }))],
])('with %s nothing is kept', async (_what, fetch) => {
  const { pins } = makePins({ fetch })
  expect(await problemOf(pins.add(pin, () => undefined))).toBe('network')
  expect(await pins.list()).toEqual([])
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

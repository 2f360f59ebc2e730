import { expect, test } from 'vitest'
import { paths, idempotencyHeaders } from '#contract/api.ts'
import type { HttpClient } from '#platform/http/client.ts'
import { ApiError } from '#platform/http/errors.ts'
import { sendEntry, type EntryRequest } from './send-entry.ts'
import { create, fresh, createQueue } from './queue/queue.fixture.ts'

const photo = { at: 'f-1', field: 'photo', sizeBytes: 5 }
const [entry] = createQueue({ ...fresh('1', create), files: [photo] }).entries
if (!entry) throw new Error('nothing was queued')

/** A server that accepts everything and responds with these headers. */
function openServer(headers: Record<string, string> = {}) {
  const called: unknown[] = []
  const http: Pick<HttpClient, 'post'> = {
    async post(url, _body, options) {
      called.push(url)
      const key = options?.headers?.[idempotencyHeaders.key] ?? ''
      options?.onHeaders?.(
        new Headers({ 'content-type': 'application/json', [idempotencyHeaders.key]: key, ...headers }),
      )
      return url === paths.upload ? { no: 'file-1' } : { id: 'row-7', version: 1 }
    },
  }
  return { http, called }
}

const delivery = (more: Partial<EntryRequest> = {}): EntryRequest => ({
  entry,
  content: { title: '', formPath: '', body: {}, fileNames: ['photo.jpg'] },
  readFile: async () => new Blob(['photo']),
  recordUpload: async () => undefined,
  isOwnerSignedIn: () => true,
  ...more,
})

test('files are sent before the row that names them', async () => {
  const { http, called } = openServer()
  expect(await sendEntry(http, delivery())).toMatchObject({ kind: 'done', ref: { id: 'row-7', version: 1 } })
  expect(called).toEqual([paths.upload, paths.post('side_meetings')])
})

test('after a sign-out during an upload nothing is sent as the next user', async () => {
  const { http, called } = openServer()
  let isSignedIn = true
  const recordUpload = async () => void (isSignedIn = false)
  const end = await sendEntry(http, delivery({ recordUpload, isOwnerSignedIn: () => isSignedIn }))
  expect(end).toEqual({ kind: 'needs_auth' })
  expect(called).toEqual([paths.upload])
})

test('an entry waits while the sign-in still needs its second factor', async () => {
  const key = 'second_factor.required'
  const post = () => Promise.reject(new ApiError({ status: 403, code: 403, msg: '', url: '', key }))
  expect(await sendEntry({ post }, delivery())).toEqual({ kind: 'needs_auth' })
})

test('after a sign-out while a file is read, it is not uploaded', async () => {
  const { http, called } = openServer()
  let isSignedIn = true
  const readFile = async () => {
    isSignedIn = false
    return new Blob(['photo'])
  }
  expect(await sendEntry(http, delivery({ readFile, isOwnerSignedIn: () => isSignedIn }))).toMatchObject({
    kind: 'wait',
  })
  expect(called).toEqual([])
})

test.each([
  ['a page', { 'content-type': 'text/html' }],
  ['an answer to something else', { [idempotencyHeaders.key]: 'another' }],
])('%s in place of the answer is none: it is sent again', async (_name, headers) => {
  expect(await sendEntry(openServer(headers).http, delivery())).toMatchObject({ kind: 'wait' })
})

import { expect, test } from 'vitest'
import { ApiError, type ApiErrorDetails } from '#platform/http/errors.ts'
import { createMaterialUploader, type UploadMaterialDeps } from './upload-material.ts'
import { UploadRejectedError } from '#platform/uploads/resumable-upload.ts'
import type { MaterialsRow } from './material-kinds.ts'

const row = { id: 'row', version: 1, chinese_resume: { no: 'before' } } as unknown as MaterialsRow
const file = new File(['12345'], 'cv.pdf', { lastModified: 1 })
const createApiError = (details: Partial<ApiErrorDetails>) =>
  new ApiError({ status: 422, code: 422, msg: 'refused', url: '/', ...details })

/** An uploader whose transfer succeeds, and whose last request ends as the test says. */
function open(
  post: UploadMaterialDeps['api']['post'],
  send: UploadMaterialDeps['send'] = async () => 'http://f/up/1',
  seenNo = 'before',
) {
  const dropped: string[] = []
  const written: unknown[] = []
  let userId = 'anna'
  const controller = new AbortController()
  const deliver = createMaterialUploader({
    api: {
      get: async () => ({ no: 'new' }),
      list: async () => ({ items: [row], page: 1, size: 20, total: 1 }) as never,
      post,
    },
    send,
    endpoint: 'http://f/up',
    headers: () => ({}),
    resumableUrls: {
      find: async () => undefined,
      save: () => undefined,
      drop: (slot) => void dropped.push(slot),
    },
    findSeenFile: () => seenNo,
    formatReplaced: () => 'another file',
    createRowWriter: () => {
      const owner = userId
      return (after, replaced) => void written.push([owner, after, replaced])
    },
  })
  return {
    run: () => deliver('chinese_resume', file, { onSent: () => undefined, signal: controller.signal }),
    dropped,
    kept: written,
    leave: () => {
      userId = 'bob'
      controller.abort(new Error('signed out'))
    },
  }
}

test('a file in its place is told to whoever sent it, with the number of the one before', async () => {
  const { run, kept: written, dropped } = open(async () => ({ ...row, version: 2 }))
  expect(await run()).toBeUndefined()
  expect(written).toEqual([['anna', { ...row, version: 2 }, 'before']])
  expect(dropped).toEqual(['chinese_resume'])
})

test('a file that the person has not seen in the place is not replaced: it is shown, and what has arrived stays', async () => {
  const posted: unknown[] = []
  const { run, kept: written, dropped } = open(async (...call) => posted.push(call), undefined, 'older')
  expect(await run()).toEqual({ message: 'another file' })
  expect([posted, written, dropped]).toEqual([[], [['anna', row, undefined]], []])
})

test('a file is named over the version in which the place was seen', async () => {
  const bodies: unknown[] = []
  await open(async (_path, body) => {
    bodies.push(body)
    return row
  }).run()
  expect(bodies).toEqual([{ id: 'row', version: 1, chinese_resume: 'new' }])
})

test.each([401, 408, 409, 429, 503])(
  'an answer of %i passes: what has arrived is not forgotten',
  async (status) => {
    const { run, dropped } = open(async () => Promise.reject(createApiError({ status })))
    await expect(run()).rejects.toThrow('refused')
    expect(dropped).toEqual([])
  },
)

test('a refusal that no second try mends is told in the server’s words, and begins anew', async () => {
  const { run, dropped } = open(async () =>
    Promise.reject(createApiError({ status: 403, msg: 'not approved' })),
  )
  expect(await run()).toEqual({ message: 'not approved' })
  expect(dropped).toEqual(['chinese_resume'])
  const sent = open(
    async () => row,
    async () => Promise.reject(new UploadRejectedError(415, 'no such file')),
  )
  expect(await sent.run()).toEqual({ message: 'no such file' })
})

test('an answer that comes after its person left is told to nobody [192]', async () => {
  const response = Promise.withResolvers<unknown>()
  const requested = Promise.withResolvers<void>()
  const {
    run,
    kept: written,
    dropped,
    leave,
  } = open(async () => {
    requested.resolve()
    return response.promise
  })
  const running = run()
  await requested.promise
  leave()
  response.resolve({ ...row, version: 2 })
  await expect(running).rejects.toThrow('signed out')
  expect([written, dropped]).toEqual([[], []])
})

test('the naming itself is broken off when its person leaves', async () => {
  const signals: (AbortSignal | undefined)[] = []
  const { run } = open(async (_path, _body, options) => {
    signals.push(options?.signal)
    return row
  })
  await run()
  expect(signals).toEqual([expect.any(AbortSignal)])
})

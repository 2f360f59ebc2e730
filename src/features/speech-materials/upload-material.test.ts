import { expect, test } from 'vitest'
import { ApiError, type ApiErrorDetails } from '#lib/http/errors.ts'
import { createMaterialUploader, type UploadMaterialDeps } from './upload-material.ts'
import { UploadRejectedError } from '#lib/uploads/resumable-upload.ts'
import type { MaterialsRow } from './material-kinds.ts'

const row = { id: 'row', version: 1, chinese_resume: { no: 'before' } } as unknown as MaterialsRow
const file = new File(['12345'], 'cv.pdf', { lastModified: 1 })
const refusalOf = (details: Partial<ApiErrorDetails>) =>
  new ApiError({ status: 422, code: 422, msg: 'refused', url: '/', ...details })

/** A delivery whose file arrives, and whose naming ends as the test says. */
function open(
  post: UploadMaterialDeps['api']['post'],
  send: UploadMaterialDeps['send'] = async () => 'http://f/up/1',
  shown = 'before',
) {
  const dropped: string[] = []
  const kept: unknown[] = []
  let person = 'anna'
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
    begun: { find: async () => undefined, keep: () => undefined, drop: (slot) => void dropped.push(slot) },
    findShown: () => shown,
    describeOther: () => 'another file',
    rowKeeper: () => {
      const owner = person
      return (after, replaced) => void kept.push([owner, after, replaced])
    },
  })
  return {
    run: () => deliver('chinese_resume', file, { sent: () => undefined, signal: controller.signal }),
    dropped,
    kept,
    leave: () => {
      person = 'bob'
      controller.abort(new Error('signed out'))
    },
  }
}

test('a file in its place is told to whoever sent it, with the number of the one before', async () => {
  const { run, kept, dropped } = open(async () => ({ ...row, version: 2 }))
  expect(await run()).toBeUndefined()
  expect(kept).toEqual([['anna', { ...row, version: 2 }, 'before']])
  expect(dropped).toEqual(['chinese_resume'])
})

test('a file that the person has not seen in the place is not replaced: it is shown, and what has arrived stays', async () => {
  const posted: unknown[] = []
  const { run, kept, dropped } = open(async (...call) => posted.push(call), undefined, 'older')
  expect(await run()).toEqual({ refusal: 'another file' })
  expect([posted, kept, dropped]).toEqual([[], [['anna', row, undefined]], []])
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
    const { run, dropped } = open(async () => Promise.reject(refusalOf({ status })))
    await expect(run()).rejects.toThrow('refused')
    expect(dropped).toEqual([])
  },
)

test('a refusal that no second try mends is told in the server’s words, and begins anew', async () => {
  const { run, dropped } = open(async () => Promise.reject(refusalOf({ status: 403, msg: 'not approved' })))
  expect(await run()).toEqual({ refusal: 'not approved' })
  expect(dropped).toEqual(['chinese_resume'])
  const sent = open(
    async () => row,
    async () => Promise.reject(new UploadRejectedError(415, 'no such file')),
  )
  expect(await sent.run()).toEqual({ refusal: 'no such file' })
})

test('an answer that comes after its person left is told to nobody [192]', async () => {
  const answer = Promise.withResolvers<unknown>()
  const asked = Promise.withResolvers<void>()
  const { run, kept, dropped, leave } = open(async () => {
    asked.resolve()
    return answer.promise
  })
  const running = run()
  await asked.promise
  leave()
  answer.resolve({ ...row, version: 2 })
  await expect(running).rejects.toThrow('signed out')
  expect([kept, dropped]).toEqual([[], []])
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

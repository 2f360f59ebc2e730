import { expect, test } from 'vitest'
import type { ErrorKey } from '#contract/errors.ts'
import { ApiError, NetworkError } from '#platform/api.ts'
import { runBulk } from './run-bulk.ts'

const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `r${n}`, version: 1 }))
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)
const createError = (status: number, key: ErrorKey, msg: string) =>
  new ApiError({ status, code: status, key, msg, url: '/x' })
const createOptions = () => ({ signal: new AbortController().signal, onProgress: () => undefined })

test('every row succeeds or is rejected with its reason, in the order of the selection', async () => {
  const seen: number[] = []
  const result = await runBulk(
    rows(8),
    async ({ id }) => {
      // Later ones answer first.
      for (let n = Number(id.slice(1)); n < 8; n += 1) await Promise.resolve()
      if (id === 'r2' || id === 'r5') throw createError(409, 'row.in_use', `${id} is in use`)
      return 2
    },
    { ...createOptions(), onProgress: (tried) => seen.push(tried) },
  )
  expect(ids(result.succeeded.map(({ row }) => row))).toEqual(['r0', 'r1', 'r3', 'r4', 'r6', 'r7'])
  expect(result.succeeded[0]?.version).toBe(2)
  expect(result.rejected.map(({ row, reason }) => [row.id, reason])).toEqual([
    ['r2', 'r2 is in use'],
    ['r5', 'r5 is in use'],
  ])
  expect(result.remaining).toEqual([])
  expect(result.abortReason).toBeUndefined()
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test.each([
  ['network', () => new NetworkError('no_answer', '/x')],
  ['network', () => createError(503, 'server.busy', '')],
  ['signed_out', () => createError(401, 'sign_in.required', '')],
  ['signed_out', () => createError(403, 'second_factor.required', '')],
] as const)(
  'what cannot go on stops (%s), and no row is forgotten or said to be done [235]',
  async (stop, fail) => {
    let calls = 0
    const result = await runBulk(
      rows(20),
      async () => {
        calls += 1
        if (calls > 4) throw fail()
        return undefined
      },
      createOptions(),
    )
    expect(result.abortReason).toBe(stop)
    expect(result.rejected).toEqual([])
    expect(result.succeeded).toHaveLength(4)
    expect(result.remaining).toHaveLength(16)
    expect(calls).toBeLessThan(10)
  },
)

test('when the user stops a run, requests under way are finished and counted, and the rest remains', async () => {
  const stopping = new AbortController()
  let calls = 0
  const result = await runBulk(
    rows(10),
    async () => {
      calls += 1
      if (calls === 4) stopping.abort()
      return undefined
    },
    { ...createOptions(), signal: stopping.signal },
  )
  expect(result.abortReason).toBe('person')
  expect(result.succeeded.length + result.remaining.length).toBe(10)
  expect(result.succeeded).toHaveLength(calls)
})

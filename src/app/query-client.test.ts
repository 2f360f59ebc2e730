import { QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { defaultFreshnessMs } from '#contract/forum.ts'
import { createQueryClient } from './query-client.ts'

it('an answer counts as fresh for 60,000 ms unless a query says otherwise [261, T20]', async () => {
  const client = createQueryClient()
  let calls = 0
  const ask = () => client.fetchQuery({ queryKey: ['news'], queryFn: () => (calls += 1) })
  await ask()
  client.setQueryData(['news'], 1, { updatedAt: Date.now() - 59_000 })
  await ask()
  expect([calls, defaultFreshnessMs]).toEqual([1, 60_000])
  client.setQueryData(['news'], 1, { updatedAt: Date.now() - 60_001 })
  await ask()
  expect(calls).toBe(2)
})

it('as many answers are kept as are asked for [262]', () => {
  const client = createQueryClient()
  for (let number = 0; number < 2000; number += 1) client.setQueryData(['article', number], number)
  expect(client.getQueryCache().getAll()).toHaveLength(2000)
  client.clear()
})

it('what the server refuses is not asked again; a busy server once', async () => {
  const client = createQueryClient()
  const triesOf = async (status: number) => {
    let tries = 0
    const observer = new QueryObserver(client, {
      queryKey: ['status', status],
      queryFn: () => {
        tries += 1
        throw Object.assign(new Error('refused'), { status })
      },
      retryDelay: 1,
    })
    await new Promise<void>((resolve) => {
      observer.subscribe(({ isError }) => isError && resolve())
    })
    observer.destroy()
    return tries
  }
  expect(await triesOf(404)).toBe(1)
  expect(await triesOf(503)).toBe(2)
})

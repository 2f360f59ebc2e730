import { expect, test } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

/** Work that is done when it is told to be. */
function manualWork() {
  let running = 0
  let most = 0
  const ends: (() => void)[] = []
  return {
    work: async (): Promise<void> => {
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((end) => ends.push(end))
      running -= 1
    },
    endOne: async (): Promise<void> => {
      ends.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
    mostAtOnce: () => most,
  }
}

test('so many run at once, so many wait, one more is turned away, and all that were let in are done', async () => {
  const gate = createConcurrencyLimit({ running: 2, waiting: 3 })
  const { work, endOne, mostAtOnce } = manualWork()
  const letIn = [1, 2, 3, 4, 5].map(() => gate.pass(work))
  await expect(gate.pass(work)).rejects.toMatchObject({ key: 'server.busy', retryAfterSeconds: 2 })
  for (let done = 0; done < 5; done += 1) await endOne()
  await Promise.all(letIn)
  expect(mostAtOnce()).toBe(2)
})

test('work that fails gives its place back', async () => {
  const gate = createConcurrencyLimit({ running: 1, waiting: 0 })
  await expect(gate.pass(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(gate.pass(async () => 'done')).resolves.toBe('done')
})

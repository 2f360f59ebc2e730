import { expect, test } from 'vitest'
import { evictFile } from './evict-file.ts'

test('a replaced file is gone from every cache, and nothing else [T43]', async () => {
  const files = new Map([
    ['pins:anna', ['/file/1', '/file/2']],
    ['images', ['/file/1']],
  ])
  const caches = {
    keys: () => Promise.resolve([...files.keys()]),
    open: (name: string) =>
      Promise.resolve({
        delete: (address: string) => {
          files.set(
            name,
            (files.get(name) ?? []).filter((cached) => cached !== address),
          )
          return Promise.resolve(true)
        },
      }),
  } as unknown as CacheStorage
  await evictFile('/file/1', caches)
  expect([...files.values()]).toEqual([['/file/2'], []])
})

test('without caches there is nothing to forget', async () => {
  await expect(evictFile('/file/1', undefined)).resolves.toBeUndefined()
})

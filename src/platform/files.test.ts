import { expect, test } from 'vitest'
import { formatFileKind, formatFileSize, evictFile } from './files.ts'

test.each([
  [0, '1 kB'],
  [340_400, '340 kB'],
  [999_600, '1000 kB'],
  [12_400_000, '12.4 MB'],
])('%i bytes read as %s', (sizeBytes, words) => expect(formatFileSize(sizeBytes)).toBe(words))

test('the kind comes from the name', () => {
  expect(formatFileKind({ name: '会议指南.PDF' })).toBe('PDF')
  expect(formatFileKind({ name: 'README' })).toBe('')
})

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

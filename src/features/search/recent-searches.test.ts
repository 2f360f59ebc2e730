import { describe, expect, it } from 'vitest'
import { createSafeStorage } from '#lib/safe-storage.ts'
import { createRecentSearches } from './recent-searches.ts'

const onDevice = (text?: string) => {
  const storage = createSafeStorage(() => undefined)
  if (text !== undefined) storage.write('search:recent', text)
  return storage
}

describe('searches of before', () => {
  it('are kept, the latest first, each once, eight at most, over a start', () => {
    const storage = onDevice()
    const recent = createRecentSearches(storage)
    for (const words of ['a', ' b ', 'a', '', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) recent.add(words)
    expect(recent.get()).toEqual(['i', 'h', 'g', 'f', 'e', 'd', 'c', 'a'])
    expect(createRecentSearches(storage).get()).toEqual(recent.get())
  })

  it('are forgotten for good when asked', () => {
    const storage = onDevice('["a"]')
    const recent = createRecentSearches(storage)
    expect(recent.get()).toEqual(['a'])
    recent.clear()
    expect(recent.get()).toEqual([])
    expect(createRecentSearches(storage).get()).toEqual([])
  })

  it.each(['', '{', '{"a":1}', '[1,null,{}]'])('that cannot be read are none: %s', (text) => {
    expect(createRecentSearches(onDevice(text)).get()).toEqual([])
  })
})

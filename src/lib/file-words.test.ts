import { expect, test } from 'vitest'
import { kindWords, sizeWords } from './file-words.ts'

test.each([
  [0, '1 kB'],
  [340_400, '340 kB'],
  [999_600, '1000 kB'],
  [12_400_000, '12.4 MB'],
])('%i bytes read as %s', (sizeBytes, words) => expect(sizeWords(sizeBytes)).toBe(words))

test('the kind comes from the name', () => {
  expect(kindWords({ name: '会议指南.PDF' })).toBe('PDF')
  expect(kindWords({ name: 'README' })).toBe('')
})

import { expect, test } from 'vitest'
import { formatFileKind, formatFileSize } from './format-file.ts'

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

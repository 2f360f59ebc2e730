import { expect, it } from 'vitest'
import { sanitizeFileName } from './sanitize-file-name.ts'

it.each([
  ['论坛演讲 (终稿).pptx', '论坛演讲 (终稿).pptx'],
  ['C:\\Users\\me\\cv.pdf', 'cv.pdf'],
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['a\r\nSet-Cookie: x.pdf', 'a Set-Cookie_ x.pdf'],
  ['cv\u202Efdp.exe', 'cvfdp.exe'],
  ['\u0000\u0007photo\u200B.jpg', 'photo.jpg'],
  ['...hidden.pdf . .', 'hidden.pdf'],
  ['what?<b>"*|.pdf', 'what__b____.pdf'],
  ['.pdf', 'pdf'],
  ['a .pdf', 'a.pdf'],
  ['', 'file'],
  ['\uD800.pdf', '\uFFFD.pdf'],
])('%j is kept as %j [S12]', (name, kept) => {
  expect(sanitizeFileName(name)).toBe(kept)
})

it('cuts a long name between characters and keeps its ending', () => {
  const cut = sanitizeFileName(`${'能'.repeat(300)}.pptx`)
  expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(240)
  expect(cut).toMatch(/^能{78}\.pptx$/)
})

it('takes no endless ending for one', () => {
  expect(Buffer.byteLength(sanitizeFileName(`a.${'b'.repeat(400)}`))).toBe(240)
})

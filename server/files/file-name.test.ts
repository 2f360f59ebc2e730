import { expect, it } from 'vitest'
import { sanitizeFileName, toAttachmentHeader } from './file-name.ts'

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
])('%j becomes %j [S12]', (name, expected) => {
  expect(sanitizeFileName(name)).toBe(expected)
})

it('cuts a long name between characters and keeps its ending', () => {
  const cut = sanitizeFileName(`${'能'.repeat(300)}.pptx`)
  expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(240)
  expect(cut).toMatch(/^能{78}\.pptx$/)
})

it('takes no endless ending for one', () => {
  expect(Buffer.byteLength(sanitizeFileName(`a.${'b'.repeat(400)}`))).toBe(240)
})

it.each([
  ['plan.pdf', `attachment; filename="plan.pdf"; filename*=UTF-8''plan.pdf`],
  [
    '论坛手册.pdf',
    `attachment; filename="____.pdf"; filename*=UTF-8''%E8%AE%BA%E5%9D%9B%E6%89%8B%E5%86%8C.pdf`,
  ],
  [`a"b\\c'(1)*.pdf`, `attachment; filename="a_b_c'(1)*.pdf"; filename*=UTF-8''a%22b%5Cc%27%281%29%2A.pdf`],
  [
    'a\r\nSet-Cookie: x',
    `attachment; filename="a__Set-Cookie: x"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x`,
  ],
  ['\uD800.pdf', `attachment; filename="_.pdf"; filename*=UTF-8''%EF%BF%BD.pdf`],
])('names %j for all clients [T24]', (name, header) => {
  expect(toAttachmentHeader(name)).toBe(header)
})

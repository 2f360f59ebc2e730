import { expect, it } from 'vitest'
import { toAttachmentHeader } from './content-disposition.ts'

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

import { expect, test } from 'vitest'
import { parseCode } from './CodeField.tsx'

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['１２３４５６', '123456'],
  ['【论坛】您的验证码是 048213，5 分钟内有效。', '048213'],
  ['Your code is 048213. It is good for 5 minutes, sent 2023.', '048213'],
  ['12a3', '123'],
  ['1234567', '123456'],
  ['', ''],
])('%j brings the code %j [74]', (text, code) => {
  expect(parseCode(text)).toBe(code)
})

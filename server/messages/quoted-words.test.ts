import { expect, it } from 'vitest'
import { quoteWords } from './quoted-words.ts'

it.each([
  ['李示例', '李示例'],
  ['J. R. Li-Smith', 'J. R. Li-Smith'],
  ['Storage 2.0: prices', 'Storage 2.0: prices'],
  ['Win now https://evil.example/x?y Li', 'Win now Li'],
  ['www.evil.example Li', 'Li'],
  ['evil.example', 'evil. example'],
  ['ｅｖｉｌ．ｅｘａｍｐｌｅ', 'evil. example'],
  ['Li call@evil.example', 'Li'],
  ['Li\r\nBcc: a\u2028b\u202e', 'Li Bcc: a b'],
  ['evil。example ｅｖｉｌ｡ｏｒｇ', 'evil。 example evil。 org'],
  ['evil.\u034Fexample ht\u200Btps:\u{E0001}//evil.example', 'evil. example'],
  ['Li 192.0.2.1/x', 'Li /x'],
  ['葛\u{E0100}城', '葛城'],
  ['字'.repeat(100), `${'字'.repeat(79)}…`],
])('%j is told as %j', (words, told) => {
  expect(quoteWords(words)).toBe(told)
})

import {
  assert,
  constantFrom,
  pre,
  property,
  string,
  stringMatching,
  tuple,
  type Arbitrary,
} from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMobile } from './login.ts'

/** Chinese mobiles: eleven digits of ranges that are given out. */
const chinese = tuple(constantFrom('135', '138', '159', '166', '188', '199'), stringMatching(/^\d{8}$/)).map(
  (parts) => parts.join(''),
)

const prefix = constantFrom('', '+86', '86', '0086', '+86 ', '86 ', '0086-', '＋８６', '(+86)', '+86 (0)')
const separator = constantFrom('', '', '', ' ', '-', '　', '.', '\u200b', '–')

/** Each digit as users can type it, with separators. */
function typed(digits: string): Arbitrary<string> {
  const characters = Array.from(digits).map((digit) =>
    tuple(
      constantFrom(digit, digit, String.fromCharCode((digit.codePointAt(0) ?? 0) + 0xfee0)),
      separator,
    ).map((pair) => pair.join('')),
  )
  return tuple(...characters).map((parts) => parts.join(''))
}

describe('a Chinese mobile', () => {
  test('is one number, however it is typed', () => {
    const spelled = chinese.chain((digits) =>
      tuple(prefix, typed(digits)).map(([before, text]) => ({ digits, text: before + text })),
    )
    assert(
      property(spelled, ({ digits, text }) => {
        pre(text.length <= 40)
        expect(parseMobile(text)).toBe(`+86${digits}`)
      }),
      { numRuns: 500 },
    )
  })

  test('is the same number when it is read again', () => {
    assert(
      property(chinese, (digits) => {
        expect(parseMobile(parseMobile(digits) ?? '')).toBe(`+86${digits}`)
      }),
    )
  })
})

test('any text is a number in E.164 or none, and never an error', () => {
  assert(
    property(string({ unit: 'binary', maxLength: 60 }), (text) => {
      expect(parseMobile(text) ?? '+1').toMatch(/^\+\d{1,15}$/)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['+44 7911 123456', '+447911123456'],
  ['0044 7911 123456', '+447911123456'],
  ['+852 5123 4567', '+85251234567'],
  ['+1 (415) 555-2671', '+14155552671'],
  [' +86 138 1234 5678\n', '+8613812345678'],
])('%j is %s', (text, number) => {
  expect(parseMobile(text)).toBe(number)
})

test.each([
  '',
  '+',
  '1381234567',
  '138123456789',
  '021 1234 5678',
  '+86 21 6123 4567',
  '13812345678 ext 5',
  '13812345678;13987654321',
  '+86+13812345678',
  '12345678901',
  `13812345678${' '.repeat(40)}`,
])('%j is no mobile', (text) => {
  expect(parseMobile(text)).toBeUndefined()
})

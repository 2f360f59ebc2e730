import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { label, plainFields } from '../../tests/support/form-fields.ts'
import { f } from '../fields.ts'
import { cleanValue, cleanValues } from './clean-values.ts'

const localized = f.string({ label: label('Title'), localized: true })
const halls = f.relations('halls', { label: label('Halls') })
const guests = plainFields.list

describe('what is kept of a value', () => {
  it.each([
    ['blanks at the ends, wide ones too', plainFields.string, ' \u3000李四\u00A0\t', '李四'],
    ['one form of a letter with an accent', plainFields.string, 'Rene\u0301', 'Ren\u00E9'],
    ['and of one that a control character parted', plainFields.string, 'e\0\u0301', '\u00E9'],
    ['no control characters', plainFields.string, 'a\0b\u0007c\u009F', 'abc'],
    ['one line', plainFields.string, 'a\r\nb\nc\td', 'a b c d'],
    ['half a character as none', plainFields.string, 'a\uD800', 'a\uFFFD'],
    ['nothing of blanks', plainFields.string, ' \u3000 ', null],
    ['no ends that nobody can see', plainFields.string, '\uFEFF\u200BA\u200D1\u2060 ', 'A\u200D1'],
    ['nothing of what has no appearance', plainFields.string, '\u200B\u3164\u2060', null],
    ['emoji that are joined', plainFields.string, '👩\u200D🚀❤\uFE0F', '👩\u200D🚀❤\uFE0F'],
    ['lines and tabs of a text', plainFields.text, ' a\r\n\tb\rc\0 ', 'a\n\tb\nc'],
    [
      'an ID number without blanks and dashes',
      plainFields.id_number,
      ' 11010519491231\u2010002 x',
      '11010519491231002X',
    ],
    ['a letter and its accent with a dash between them', plainFields.id_number, 'e-\u0301', '\u00C9'],
    ['an accent that only the small letter has', plainFields.email, 'a@H\u0331', 'a@\u1E96'],
    ['an address without marks of direction', plainFields.email, '\u202Aa@b.cn\u202C', 'a@b.cn'],
    ['and without what has no appearance in it', plainFields.email, 'a\u00ADb\u200B@c.cn\uFEFF', 'ab@c.cn'],
    ['but with its blanks, which can be seen', plainFields.email, 'a b@c.cn', 'a b@c.cn'],
    ['an address of a page alike', plainFields.url, '\u200Ehttps://a.cn/\u2060b', 'https://a.cn/b'],
    ['an ID number alike', plainFields.id_number, '\u202AE1234\u200B5678\u202C', 'E12345678'],
    ['its check character without brackets', plainFields.id_number, 'A123456(3)', 'A1234563'],
    ['wide brackets too', plainFields.id_number, 'a123456\uFF083\uFF09', 'A1234563'],
    ['an ID number without slashes', plainFields.id_number, '5/123456/7', '51234567'],
    ['its check character in other brackets', plainFields.id_number, 'A123456【3】', 'A1234563'],
    ['a word before an ID number', plainFields.id_number, 'No. E1234567', 'NO. E1234567'],
    ['the dashes of a phone number', plainFields.phone, '138\u20110013–8000', '138-0013-8000'],
    ['its dots', plainFields.phone, '138.0013.8000', '138-0013-8000'],
    ['two phone numbers as they are', plainFields.phone, '12345678/87654321', '12345678/87654321'],
    ['a wide dot in an e-mail', plainFields.email, 'li@example。com', 'li@example.com'],
    ['an ID number without dots', plainFields.id_number, 'K.123456.7', 'K1234567'],
    ['two numbers as they are', plainFields.id_number, 'E1234567 / K7654321', 'E1234567/K7654321'],
    [
      'what is no check character as it is',
      plainFields.id_number,
      'E1234567(HK)A(12345)',
      'E1234567HKA(12345)',
    ],
    ['an ID number written wide', plainFields.id_number, 'Ｅ１２-３４５６', 'E123456'],
    [
      'an address with its domain in small letters',
      plainFields.email,
      ' Li.Si@Example.ORG ',
      'Li.Si@example.org',
    ],
    ['a phone number written wide', plainFields.phone, '＋８６\u3000１３８', '+86 138'],
    ['an instant in UTC', plainFields.datetime, '2023-09-06T10:00+08:00', '2023-09-06T02:00:00Z'],
    ['an instant that is none', plainFields.datetime, '2023-02-30T10:00Z', '2023-02-30T10:00Z'],
    ['the number of a file', plainFields.file, { no: 'f1', name: 'a.pdf' }, 'f1'],
    ['a file that is none', plainFields.file, { name: 'a.pdf' }, { name: 'a.pdf' }],
    ['no minus zero', plainFields.integer, -0, 0],
    ['both languages', localized, { 'zh-CN': ' 标题 ', en: '' }, { 'zh-CN': '标题', en: '' }],
    ['items, blank ones too', guests, [' Li ', '\u3000'], ['Li', null]],
    ['ids', halls, [' h1 '], ['h1']],
    ['no ids as an empty list', halls, null, []],
    ['no value', plainFields.integer, undefined, null],
    ['a text for a number', plainFields.integer, '', ''],
    ['a list for a text', plainFields.string, [' a '], [' a ']],
    ['an object for a text', plainFields.string, { a: 1 }, { a: 1 }],
    ['a text for a list', guests, ' a ', ' a '],
    ['json as it is', plainFields.json, { a: ' b ' }, { a: ' b ' }],
  ])('%s', (_, field, given, kept) => {
    expect(cleanValue(field, given)).toStrictEqual(kept)
  })

  it('has every name that was given, known or not', () => {
    const given: Record<string, unknown> = { string: ' a ', nope: ' b ', constructor: '' }
    const kept = cleanValues({ fields: plainFields }, given)
    expect(Object.entries(kept)).toEqual([
      ['string', 'a'],
      ['nope', ' b '],
      ['constructor', ''],
    ])
    const own = cleanValues(
      { fields: plainFields },
      JSON.parse('{"__proto__": {"x": 1}}') as Record<string, unknown>,
    )
    expect(Object.keys(own)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(own)).toBe(Object.prototype)
  })

  it.each([[null], [[1]], ['text'], [7]])('of %j, which is no row, is nothing', (given) => {
    expect(cleanValues({ fields: plainFields }, given as never)).toEqual({})
  })
})

describe('cleaning whatever is sent', () => {
  const texts = fc.string({
    unit: fc.oneof(
      fc.constantFrom(...Array.from('\0 \u3000e\u0301\uD800-@\r\n\u200D().·/3')),
      fc.string({ unit: 'binary', maxLength: 2 }),
    ),
  })
  const anything = fc.oneof(
    texts,
    fc.jsonValue(),
    fc.array(texts),
    fc.dictionary(fc.constantFrom('no', 'zh-CN', 'en', '__proto__', 'x'), texts),
  )
  const fields = [...Object.values(plainFields), localized, halls]

  it('ends at once: cleaned again it stays', () => {
    fc.assert(
      fc.property(fc.constantFrom(...fields), anything, (field, value) => {
        const once = cleanValue(field, value)
        expect(cleanValue(field, once)).toStrictEqual(once)
      }),
      { numRuns: 2000 },
    )
  })

  it('leaves no character in a text that nothing can show or store', () => {
    const lineFields = [plainFields.string, plainFields.email, plainFields.phone, plainFields.id_number]
    fc.assert(
      fc.property(fc.constantFrom(...lineFields), texts, (field, value) => {
        const kept = cleanValue(field, value)
        expect(kept === null || (typeof kept === 'string' && !/[\p{Cc}\p{Cs}]|^\s|\s$|^$/u.test(kept))).toBe(
          true,
        )
      }),
      { numRuns: 2000 },
    )
  })

  it('takes a text of a million characters and an object of ten thousand levels', () => {
    let deep: unknown = 1
    for (let level = 0; level < 10_000; level += 1) deep = { a: deep }
    for (const field of fields) {
      expect(() => cleanValue(field, '\u3000a'.repeat(500_000))).not.toThrow()
      expect(() => cleanValue(field, deep)).not.toThrow()
    }
  })

  const runs = [' ', '\u200B', '(', ')', '(1', '1)', '.', '. ', '.1', '-', '/', '@', '。', '\n', '\u0301']
  it.each(runs)('takes time by the length of a text alone, also where it is nothing but %j', (sign) => {
    for (const field of fields) {
      const start = performance.now()
      for (const text of [sign.repeat(50_000), `a${sign.repeat(50_000)}b`, `a.${sign.repeat(50_000)}(`])
        cleanValue(field, text)
      // By its square it would be some seconds.
      expect([field.type, performance.now() - start < 1000]).toEqual([field.type, true])
    }
  })
})

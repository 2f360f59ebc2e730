import * as fc from 'fast-check'

/** What stands in texts, and what spreadsheets or separators make of it. */
const pieces = [
  ...'=+-@＝＋－＠\'"“,;；、|*\t\n\r \u3000\u200B\uFEFF[](){}<>&#/\\%'.split(''),
  '\r\n',
  '\u2028',
  '007',
  '1.10',
  '1E5',
  '9007199254740993',
  '110105194912310021X',
  '2023-09-05',
  '5/9/2023',
  'TRUE',
  'NULL',
  '#N/A',
  '***',
  'b1',
  'Bench 1',
  '_x000D_',
  '中文',
  '𠮷',
  '㐂',
  '\u{2A6D6}',
  '😀',
  '👩‍👩‍👧',
  'e\u0301',
  'é',
  'a',
] as const

const piece = fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme', maxLength: 3 }))

/** A text with at least one character that can be seen. */
const text = (pieces: number, max: number): fc.Arbitrary<string> =>
  fc
    .array(piece, { maxLength: pieces })
    .map((parts) => parts.join('').slice(0, max).toWellFormed())
    .map((made) =>
      /[^\s\p{Default_Ignorable_Code_Point}\p{C}]/u.test(made) ? made : `0${made}`.slice(0, max),
    )

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 })
const secondMs = 1000
const instant = (from: string, to: string) =>
  fc
    .integer({ min: Date.parse(from) / secondMs, max: Date.parse(to) / secondMs })
    .map((seconds) => new Date(seconds * secondMs).toISOString().replace('.000', ''))
const day = instant('1000-01-01T00:00:00Z', '2999-12-31T00:00:00Z').map((at) => at.slice(0, 10))
const hour = (at: number) => `${String(at).padStart(2, '0')}:${at % 2 ? '59' : '07'}`

/** A document of one paragraph. */
export const paragraph = (of: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: of }] }],
})

/** Bodies of workshops that organisers could send, of which nearly all are good. */
export const anyWorkshop: fc.Arbitrary<object> = fc
  .record({
    title: fc.record({ 'zh-CN': text(6, 60), en: text(6, 60) }),
    about: maybe(text(40, 2000)),
    body: maybe(text(10, 200).map(paragraph)),
    people: maybe(fc.integer({ min: 1, max: 500 })),
    ratio: maybe(fc.oneof(fc.constantFrom(0, 1, 0.1, 1e-7), fc.double({ min: 0, max: 1, noNaN: true }))),
    tools: maybe(text(6, 80)),
    on_day: maybe(day),
    from: maybe(fc.integer({ min: 0, max: 20 })),
    announced_at: maybe(instant('1900-01-01T00:00:00Z', '2200-01-01T00:00:00Z')),
    email: fc.integer({ min: 1, max: 999 }).map((number) => `+${number}@forum.example`),
    phone: maybe(fc.integer({ min: 0, max: 99_999_999 }).map((n) => `+86138${String(n).padStart(8, '0')}`)),
    site: maybe(text(4, 20).map((path) => `https://forum.example/?a=1;2,${encodeURIComponent(path)}`)),
    size: maybe(fc.constantFrom('small', 'large')),
    diets: fc.constantFrom([], ['none'], ['halal'], ['vegetarian', 'halal']),
    helpers: fc.uniqueArray(text(4, 40), {
      maxLength: 5,
      selector: (helper) => helper.normalize('NFC').trim(),
    }),
    extra: maybe(fc.jsonValue({ maxDepth: 2 })),
    bench: maybe(fc.constantFrom('b1', 'b2', 'b3', 'b4')),
    choices: fc.subarray(['b2', 'b3', 'b4']),
    tours: fc.constantFrom([], ['b1'], ['b4', 'b2']),
    reason: fc.record({ 'zh-CN': fc.constantFrom('', '一'), en: fc.oneof(fc.constant(''), text(6, 500)) }),
    secret_note: maybe(text(20, 500)),
  })
  .map(({ from, ...row }) => ({
    ...row,
    is_hands_on: row.tools !== null,
    ...(from !== null && { from_at: hour(from), to_at: hour(from + 2) }),
  }))

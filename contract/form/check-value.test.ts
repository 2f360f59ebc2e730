import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { label, options, plainFields } from '../../tests/support/form-fields.ts'
import type { FieldDefinition } from '../field-definition.ts'
import { f } from '../fields.ts'
import { checkValue } from './check-value.ts'

const nothing = undefined
const title = f.string({ label: label('Title'), localized: true, required: true, max: 3 })
const subtitle = f.string({ label: label('Subtitle'), localized: true })
const short = f.string({ label: label('Short'), min: 2, max: 4, pattern: '^[a-z👍]+$' })
const seats = f.integer({ label: label('Seats'), min: 1, max: 9 })
const guest = f.string({ label: label('Guest'), max: 5 })
const guests = f.list(guest, {
  label: label('Guests'),
  min: 3,
  max: 4,
  distinct: true,
  messages: { min: 'side_meeting.guests.min3' },
})
const halls = f.relations('halls', { label: label('Halls'), max: 3 })
const colours = f.enum_set({
  label: label('Colours'),
  typeCode: 'c',
  options: options('red', 'green'),
  min: 1,
})

/** The path within the value and the key, or nothing. */
function told(field: FieldDefinition, value: unknown): string | undefined {
  const found = checkValue(field, value, 'en')
  return found && (found.at === '' ? found.key : `${found.at} ${found.key}`)
}

describe('a value', () => {
  it.each<[FieldDefinition, unknown, string | undefined]>([
    [plainFields.string, 'a'.repeat(10_000), nothing],
    [short, '👍👍👍👍', nothing],
    [short, '👍👍👍👍👍', 'field.too_long'],
    [short, '👍', 'field.too_short'],
    [short, 'AB', 'field.not_valid'],
    [plainFields.integer, 0, nothing],
    [plainFields.integer, 1.5, 'field.not_valid'],
    [plainFields.integer, Number.NaN, 'field.not_valid'],
    [plainFields.integer, 2_147_483_648, 'field.too_large'],
    [plainFields.integer, -2_147_483_648, 'field.too_small'],
    [seats, 0, 'field.too_small'],
    [seats, 10, 'field.too_large'],
    [plainFields.decimal, 0.25, nothing],
    [plainFields.decimal, 1e300, 'field.too_large'],
    [plainFields.decimal, Infinity, 'field.not_valid'],
    [plainFields.boolean, false, nothing],
    [plainFields.boolean, 1, 'field.not_valid'],
    [plainFields.boolean, 'true', 'field.not_valid'],
    [plainFields.date, '2024-02-29', nothing],
    [plainFields.date, '2023-02-29', 'field.not_valid'],
    [plainFields.date, '2023-02-30', 'field.not_valid'],
    [plainFields.date, '2023-9-6', 'field.not_valid'],
    [plainFields.date, '2023-09-06T00:00:00Z', 'field.not_valid'],
    [plainFields.time, '23:59', nothing],
    [plainFields.time, '24:00', 'field.not_valid'],
    [plainFields.time, '9:00', 'field.not_valid'],
    [plainFields.time, '09:00:00', 'field.not_valid'],
    [plainFields.datetime, '2023-09-06T02:00:00Z', nothing],
    [plainFields.datetime, '2023-09-06T10:00+08:00', nothing],
    [plainFields.datetime, '2023-09-06T10:00:00', 'field.not_valid'],
    [plainFields.datetime, '2023-02-30T10:00:00Z', 'field.not_valid'],
    [plainFields.datetime, '2023-09-06T25:00:00Z', 'field.not_valid'],
    [plainFields.datetime, '9999-12-31T23:59-08:00', 'field.not_valid'],
    [plainFields.datetime, '0000-01-01T00:00+08:00', 'field.not_valid'],
    [plainFields.email, 'li.si+forum@mail.example.org', nothing],
    [plainFields.email, 'li@example', 'field.not_valid'],
    [plainFields.email, 'li si@example.org', 'field.not_valid'],
    [plainFields.email, 'li@@example.org', 'field.not_valid'],
    [plainFields.email, 'li@-example.org', 'field.not_valid'],
    [
      plainFields.email,
      `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(63)}.${'d'.repeat(63)}.org`,
      'field.not_valid',
    ],
    [plainFields.phone, '+86 138-0000-0000', nothing],
    [plainFields.phone, '(0512) 12345', nothing],
    [plainFields.phone, '1234', 'field.not_valid'],
    [plainFields.phone, '1 - - 2 3 4', 'field.not_valid'],
    [plainFields.phone, '138000000001380000000', 'field.not_valid'],
    [plainFields.phone, '13800+000', 'field.not_valid'],
    [plainFields.url, 'https://example.org:8443/a?b=c#d', nothing],
    [plainFields.url, 'HTTP://例子.example/路径', nothing],
    [plainFields.url, 'javascript:alert(1)', 'field.not_valid'],
    [plainFields.url, 'ftp://example.org', 'field.not_valid'],
    [plainFields.url, 'https://user:word@example.org/', 'field.not_valid'],
    [plainFields.url, 'https:///path', 'field.not_valid'],
    [plainFields.url, 'https://example.org/a b', 'field.not_valid'],
    [plainFields.url, `https://example.org/${'a'.repeat(2000)}`, 'field.not_valid'],
    [plainFields.id_number, 'E12345678', nothing],
    [plainFields.id_number, '11010519491231002X', nothing],
    [plainFields.id_number, '110105194912310021', 'field.not_valid'],
    [plainFields.id_number, '110105194902300020', 'field.not_valid'],
    [plainFields.id_number, 'E1234', 'field.not_valid'],
    [plainFields.id_number, 'E1234567890123456789X', 'field.not_valid'],
    [plainFields.id_number, 'E123456é', 'field.id_number'],
    [plainFields.id_number, 'A12#4563', 'field.id_number'],
    [plainFields.enum, 'b', nothing],
    [plainFields.enum, 'd', 'field.choice'],
    [plainFields.enum, 'constructor', 'field.choice'],
    [colours, ['green', 'red'], nothing],
    [colours, ['green', 'blue'], '1 field.choice'],
    [colours, ['green', 'green'], '1 field.repeated'],
    [colours, 'green', 'field.not_valid'],
    [guests, ['a', 'b', 'c'], nothing],
    [guests, ['a', 'b'], 'side_meeting.guests.min3'],
    [guests, ['a', 'b', 'c', 'd', 'e'], 'field.too_many'],
    [guests, ['a', 'b', 'a'], '2 field.repeated'],
    [guests, ['a', '', ''], '1 field.empty'],
    [guests, ['a', null, 'c'], '1 field.empty'],
    [guests, ['a', 'b', 'abcdef'], '2 field.too_long'],
    [guests, ['a', 'b', ['c']], '2 field.not_valid'],
    [plainFields.list, Array.from({ length: 501 }, String), 'field.too_many'],
    [plainFields.list, ['a', 'a'], nothing],
    [plainFields.relation, 'h_1-A', nothing],
    [plainFields.relation, 'all', 'field.not_valid'],
    [plainFields.relation, 'a/b', 'field.not_valid'],
    [plainFields.relation, { id: 'h1' }, 'field.not_valid'],
    [halls, ['h1', 'h2'], nothing],
    [halls, ['h1', 'h1'], '1 field.repeated'],
    [halls, ['h1', 'h 2'], '1 field.not_valid'],
    [halls, ['h1', 'h2', 'h3', 'h4'], 'field.too_many'],
    [halls, 'h1', 'field.not_valid'],
    [plainFields.file, 'f1', nothing],
    [plainFields.image, { no: 'f1', name: 'a.png' }, nothing],
    [plainFields.image, { name: 'a.png' }, 'field.not_valid'],
    [plainFields.file, 'f'.repeat(65), 'field.not_valid'],
    [plainFields.json, { a: [1, 'b', null, true] }, nothing],
    [plainFields.json, '储'.repeat(21_844), nothing],
    [plainFields.json, '储'.repeat(21_846), 'field.not_valid'],
    [plainFields.json, JSON.parse('['.repeat(20) + ']'.repeat(20)), nothing],
    [plainFields.json, JSON.parse('['.repeat(21) + ']'.repeat(21)), 'field.not_valid'],
    [plainFields.json, JSON.parse('{"a": {"__proto__": 1}}'), 'field.not_valid'],
    [plainFields.json, { constructor: 1 }, 'field.not_valid'],
    [title, { 'zh-CN': '标题', en: 'a' }, nothing],
    [title, { 'zh-CN': '标题', en: '' }, 'en field.empty'],
    [title, { en: 'a' }, 'zh-CN field.empty'],
    [title, { 'zh-CN': '标题', en: 'abcd' }, 'en field.too_long'],
    [title, { 'zh-CN': '标题', en: 'a', fr: 'b' }, 'field.not_valid'],
    [title, { 'zh-CN': ['标题'], en: 'a' }, 'zh-CN field.not_valid'],
    [title, '标题', 'field.not_valid'],
    [title, ['标题'], 'field.not_valid'],
    [subtitle, { 'zh-CN': '标题', en: '' }, nothing],
    [subtitle, { en: 'a' }, nothing],
    [subtitle, JSON.parse('{"en": "a", "__proto__": "b"}'), 'field.not_valid'],
  ])('of %j: %j [134]', (field, value, expected) => {
    expect(told(field, value)).toBe(expected)
  })

  it('is told with the label and the name of the type in the reader’s language', () => {
    expect(checkValue(plainFields.email, 'x', 'zh-CN')).toEqual({
      at: '',
      key: 'field.not_valid',
      params: { label: 'Email（中）', type: '电子邮箱' },
    })
    expect(checkValue(halls, 'h1', 'en')?.params).toEqual({ label: 'Halls', type: 'list of choices' })
    expect(checkValue(seats, 0, 'en')?.params).toEqual({ label: 'Seats', min: 1 })
  })

  it.each([
    ['an array', ['x'], ['json', 'list']],
    ['an object', { a: 1 }, ['json']],
    ['an empty object', {}, ['json']],
    ['a deep object', { a: { b: { c: [] } } }, ['json']],
    ['10 kB of text', 'x'.repeat(10_000), ['json', 'string', 'text']],
    ['a number', 12.5, ['decimal', 'json']],
    ['a truth', true, ['boolean', 'json']],
  ])('that is %s is refused by every other type', (_, value, types) => {
    const taking = Object.entries(plainFields).filter(([, field]) => !checkValue(field, value, 'en'))
    expect(taking.map(([type]) => type).toSorted()).toEqual(types)
  })

  it('is answered whatever it is', () => {
    const fields = [...Object.values(plainFields), title, guests, halls, colours]
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.anything({ withNullPrototype: true }), (field, value) => {
        expect(() => checkValue(field, value, 'en')).not.toThrow()
      }),
      { numRuns: 2000 },
    )
  })
})

const lasts = Array.from('0123456789X')

describe('the number of a Chinese identity card', () => {
  const birth = fc.date({ min: new Date('1900-01-01'), max: new Date('2023-12-31'), noInvalidDate: true })
  const card = fc
    .tuple(fc.integer({ min: 100000, max: 999999 }), birth, fc.integer({ min: 100, max: 999 }))
    .map(([place, born, serial]) => `${place}${born.toISOString().slice(0, 10).replaceAll('-', '')}${serial}`)

  it('has one check character of eleven', () => {
    fc.assert(
      fc.property(card, (digits) => {
        const right = lasts.filter((last) => !told(plainFields.id_number, digits + last))
        expect(right).toHaveLength(1)
      }),
    )
  })

  it('shows one changed digit', () => {
    fc.assert(
      fc.property(card, fc.nat(16), fc.integer({ min: 1, max: 9 }), (digits, place, more) => {
        const last = lasts.find((one) => !told(plainFields.id_number, digits + one)) ?? ''
        const changed = (Number(digits[place]) + more) % 10
        const other = digits.slice(0, place) + changed + digits.slice(place + 1)
        expect(told(plainFields.id_number, other + last)).toBe('field.not_valid')
      }),
    )
  })
})

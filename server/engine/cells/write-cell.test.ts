import {
  array,
  assert,
  boolean,
  constantFrom,
  date,
  double,
  integer,
  jsonValue,
  oneof,
  property,
  record,
  string,
  uniqueArray,
  uuid,
  type Arbitrary,
} from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { f } from '#contract/fields.ts'
import { checkValue } from '#contract/form/check-value.ts'
import { cleanValue } from '#contract/form/clean-values.ts'
import { isEmpty } from '#contract/form/form-shape.ts'
import { locales } from '#contract/locale.ts'
import { toInstant } from '#contract/time.ts'
import type { Cell, OutCell } from '#server/sheets/cell.ts'
import { cellText } from '#server/sheets/cell-text.ts'
import { defuse, undefuse } from '#server/sheets/defuse.ts'
import { label, plainFields } from '../../../tests/support/form-fields.ts'
import { columnOf, contextIn, otherIds } from './cells.fixture.ts'
import { readCell } from './read-cell.ts'
import { writeCell } from './write-cell.ts'

/** Texts with what spreadsheets, separators and masks make of them. */
const texts = oneof(
  string({ unit: 'binary', maxLength: 12 }),
  string({ unit: constantFrom(';', '；', '"', ' ', '\n', '=', "'", '张', '1', '*'), maxLength: 6 }),
  constantFrom('***', '007', '1.10', '1E+05', 'TRUE', '2023-09-05', '5/9/2023', 'NULL', '=1+1', '[x]'),
)

const days = date({ noInvalidDate: true, min: new Date('0000-01-01'), max: new Date('9999-12-31T23:59:59') })

/** Instants around changes of clocks, and in every year. */
const instants = oneof(
  days,
  integer({ min: -30, max: 30 }).map((quarters) => new Date(Date.UTC(2023, 9, 29, 1) + quarters * 900_000)),
  integer({ min: -30, max: 30 }).map((quarters) => new Date(Date.UTC(2023, 2, 26, 1) + quarters * 900_000)),
).map(toInstant)

/** Options of which some share a label, and one has for its label what another has for its value. */
const confusing = f.enum({
  label: label('Confusing'),
  typeCode: 'confusing',
  options: [
    { value: 'x', label: { 'zh-CN': '甲', en: 'Y' } },
    { value: 'y', label: { 'zh-CN': '乙', en: 'Same; same' } },
    { value: 'z', label: { 'zh-CN': '乙', en: 'same; same' } },
  ],
})

const node = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const documents = array(string({ minLength: 1 }).map(node)).map((content) => ({ type: 'doc', content }))

const cases: Readonly<Record<string, readonly [FieldDefinition, Arbitrary<unknown>]>> = {
  string: [plainFields.string, texts],
  text: [plainFields.text, texts],
  email: [plainFields.email, constantFrom('anna@example.org', '+1@example.org')],
  phone: [plainFields.phone, constantFrom('+86 138 0013 8000', '0512-62881234', '(020) 12345')],
  url: [plainFields.url, constantFrom('https://example.org/?a=1;b', 'HTTP://例.cn')],
  id_number: [plainFields.id_number, constantFrom('E12345678', '012345678', '11010519491231002X', '***')],
  id: [{ ...plainFields.string, type: 'id' }, uuid()],
  integer: [plainFields.integer, integer({ min: -(2 ** 31 - 1), max: 2 ** 31 - 1 })],
  decimal: [
    plainFields.decimal,
    oneof(
      double({ noNaN: true, min: -(2 ** 53 - 1), max: 2 ** 53 - 1 }),
      double({ noNaN: true, min: -1e-5, max: 1e-5 }),
    ),
  ],
  boolean: [plainFields.boolean, boolean()],
  date: [plainFields.date, days.map((day) => day.toISOString().slice(0, 10))],
  time: [plainFields.time, days.map((day) => day.toISOString().slice(11, 16))],
  datetime: [plainFields.datetime, instants],
  enum: [confusing, constantFrom('x', 'y', 'z')],
  enum_set: [{ ...confusing, type: 'enum_set' }, uniqueArray(constantFrom('x', 'y', 'z'))],
  list: [plainFields.list, array(texts)],
  'list of days': [
    f.list(plainFields.date, { label: label('Days') }),
    array(days.map((day) => day.toISOString().slice(0, 10))),
  ],
  'list of numbers': [
    f.list(plainFields.decimal, { label: label('Numbers') }),
    array(double({ noNaN: true, min: -9, max: 9 })),
  ],
  relation: [plainFields.relation, constantFrom(...otherIds)],
  relations: [f.relations('others', { label: label('Others') }), uniqueArray(constantFrom(...otherIds))],
  richtext: [plainFields.richtext, documents],
  json: [plainFields.json, jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown)],
  file: [plainFields.file, record({ no: uuid(), name: texts })],
}

/** The cell as it is found in a file again. */
const trips: Readonly<Record<string, (cell: OutCell) => Cell>> = {
  workbook: (cell) => (typeof cell === 'number' ? { kind: 'number', value: cell } : (cell ?? '')),
  CSV: (cell) => (typeof cell === 'string' ? undefuse(defuse(cell)) : cellText(cell)),
}

const zones = ['Asia/Shanghai', 'Europe/Berlin', 'America/St_Johns']

describe.each(Object.entries(cases))('a cell of type %s', (_, [field, values]) => {
  it.each(Object.entries(trips))('means through a %s what was written into it', (_name, trip) => {
    let count = 0
    assert(
      property(values, constantFrom(...locales), constantFrom(...zones), (given, locale, zone) => {
        const value = cleanValue(field, given)
        const isMasked = value === '***' && field.type === 'id_number'
        if (isEmpty(field, value) || (checkValue(field, value, 'en') && !isMasked)) return
        count++
        const context = contextIn(locale, zone)
        const written = writeCell(columnOf(field), field.type === 'file' ? given : value, context)
        expect(readCell(columnOf(field), trip(written), context)).toEqual({ value })
      }),
      { numRuns: 500 },
    )
    // A check that hardly any value passes would prove nothing.
    expect(count).toBeGreaterThan(100)
  })
})

const write = (field: FieldDefinition, value: unknown) => writeCell(columnOf(field), value, contextIn('en'))

describe('cells that are written', () => {
  it('are empty where there is no value', () => {
    for (const field of [...Object.values(plainFields), cases['relations']?.[0] ?? confusing])
      for (const value of [null, undefined, ...(field.type === 'list' ? [[]] : [])])
        expect(writeCell(columnOf(field), value, contextIn('en'))).toBeNull()
  })

  it('hold one language of a localized field', () => {
    const title = f.string({ label: label('Title'), localized: true })
    const value = { 'zh-CN': '开幕', en: '' }
    expect(writeCell(columnOf(title, 'zh-CN'), value, contextIn('en'))).toBe('开幕')
    expect(writeCell(columnOf(title, 'en'), value, contextIn('en'))).toBeNull()
    expect(readCell(columnOf(title, 'zh-CN'), '开幕', contextIn('en'))).toEqual({ value: '开幕' })
  })

  it('have the types that workbooks have, and texts stay texts', () => {
    expect(write(plainFields.phone, '13800138000')).toBe('13800138000')
    expect(write(plainFields.decimal, 1.5)).toBe(1.5)
    expect(write(plainFields.boolean, false)).toBe(false)
    expect(write(plainFields.date, '2023-09-05')).toEqual({ kind: 'date', date: '2023-09-05' })
    expect(write(plainFields.time, '09:30')).toEqual({ kind: 'date', time: '09:30:00' })
    expect(write(plainFields.datetime, '2023-09-05T01:30:00Z')).toEqual({
      kind: 'date',
      date: '2023-09-05',
      time: '09:30:00',
    })
    expect(write(plainFields.enum, 'a')).toBe('a')
    expect(write(plainFields.enum_set, ['b', 'c'])).toBe('b; c')
    expect(write(plainFields.relation, 'o1')).toBe('Hall 1')
    expect(write(plainFields.date, '***')).toBe('***')
    expect(write(plainFields.file, { no: 'n1', name: 'a.pdf' })).toBe('a.pdf [n1]')
  })

  it('say in UTC the hour that clocks show twice, and what is beyond the calendar', () => {
    const shanghai = contextIn('en')
    const last = '9999-12-31T23:00:00Z'
    expect(writeCell(columnOf(plainFields.datetime), last, shanghai)).toBe(last)
    const berlin = contextIn('en', 'Europe/Berlin')
    expect(writeCell(columnOf(plainFields.datetime), '2023-10-29T00:30:00Z', berlin)).toBe(
      '2023-10-29T00:30:00Z',
    )
  })
})

import {
  array,
  boolean,
  constantFrom,
  date,
  double,
  integer,
  jsonValue,
  oneof,
  record,
  string,
  uniqueArray,
  uuid,
  type Arbitrary,
} from 'fast-check'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { f } from '#contract/fields.ts'
import { checkValue } from '#contract/form/check-value.ts'
import { cleanValue } from '#contract/form/clean-values.ts'
import { isEmpty } from '#contract/form/form-shape.ts'
import { toInstant } from '#contract/time.ts'
import { label, plainFields } from './form-fields.ts'
import { otherIds } from '#server/engine/field-types/cells.fixture.ts'

/** Texts with characters that spreadsheets, separators and masks change. */
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

/** Options that share a label, and one whose label is the value of another. */
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

/** Every type of field with values of all kinds; not every one is valid. */
export const cases: Readonly<Record<string, readonly [FieldDefinition, Arbitrary<unknown>]>> = {
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
  // No name of a stored file has a NUL.
  file: [plainFields.file, record({ no: uuid(), name: texts.map((name) => name.replaceAll('\0', '')) })],
}

/** Returns the stored value; undefined for none and for an invalid one. */
export function kept(field: FieldDefinition, given: unknown): unknown {
  const value = cleanValue(field, given)
  if (isEmpty(field, value)) return undefined
  const isMasked = value === '***' && field.type === 'id_number'
  return isMasked || !checkValue(field, value, 'en') ? value : undefined
}

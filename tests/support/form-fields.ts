import { f } from '../../contract/fields.ts'
import type { FieldDefinition, FieldType } from '../../contract/field-definition.ts'
import type { Localized } from '../../contract/locale.ts'

/** Creates a label in both languages. */
export const label = (en: string): Localized => ({ 'zh-CN': `${en}（中）`, en })

/** Creates options in both languages. */
export const options = (...values: readonly string[]) =>
  values.map((value) => ({ value, label: label(value) }))

/** A writable field of every type, without limits. */
export const plainFields = {
  string: f.string({ label: label('String') }),
  text: f.text({ label: label('Text') }),
  richtext: f.richtext({ label: label('Rich') }),
  integer: f.integer({ label: label('Integer') }),
  decimal: f.decimal({ label: label('Decimal') }),
  boolean: f.boolean({ label: label('Boolean') }),
  date: f.date({ label: label('Date') }),
  time: f.time({ label: label('Time') }),
  datetime: f.datetime({ label: label('Instant') }),
  email: f.email({ label: label('Email') }),
  phone: f.phone({ label: label('Phone') }),
  url: f.url({ label: label('Url') }),
  id_number: f.id_number({ label: label('Passport') }),
  json: f.json({ label: label('Json') }),
  file: f.file({ label: label('File') }),
  image: f.image({ label: label('Image') }),
  enum: f.enum({ label: label('Enum'), typeCode: 'enum', options: options('a', 'b', 'c') }),
  enum_set: f.enum_set({ label: label('Set'), typeCode: 'set', options: options('a', 'b', 'c') }),
  list: f.list(f.string({ label: label('Item') }), { label: label('List') }),
  relation: f.relation('others', { label: label('One') }),
} satisfies Partial<Record<FieldType, FieldDefinition>>

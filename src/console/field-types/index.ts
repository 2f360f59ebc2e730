import type { FieldType } from '#contract/field-definition.ts'
import { boolean } from './boolean.tsx'
import { enumeration, enumSet } from './choice.tsx'
import { date, datetime, time } from './date-time.tsx'
import type { ConsoleFieldType } from './field-type.ts'
import { file } from './file.tsx'
import { json } from './json.tsx'
import { decimal, integer } from './number.tsx'
import { relation } from './relation.tsx'
import { richtext } from './rich-text.tsx'
import { list, multilineText, text } from './text.tsx'

/** What the console does with the values of each type. */
const fieldTypes = {
  id: text,
  string: text,
  text: multilineText,
  richtext,
  integer,
  decimal,
  boolean,
  date,
  time,
  datetime,
  email: text,
  phone: text,
  url: text,
  id_number: text,
  enum: enumeration,
  enum_set: enumSet,
  list,
  json,
  file,
  image: file,
  relation,
  computed: text,
} satisfies Record<FieldType, ConsoleFieldType>

/** Gets what the console does with the values of a type. A type of a newer server, unknown to this app, is a text. */
export function getFieldType(type: FieldType): ConsoleFieldType {
  return Object.hasOwn(fieldTypes, type) ? fieldTypes[type] : text
}

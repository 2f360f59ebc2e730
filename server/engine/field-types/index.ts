import type { FieldDefinition, FieldType } from '#contract/field-definition.ts'
import { boolean } from './boolean.ts'
import { enumeration, enumSet } from './choice.ts'
import { date, datetime, time } from './date-time.ts'
import type { ServerFieldType } from './field-type.ts'
import { file } from './file.ts'
import { idNumber } from './id-number.ts'
import { listType } from './list.ts'
import { decimal, integer } from './number.ts'
import { relation, relationToMany } from './relation.ts'
import { json, richtext } from './structure.ts'
import { computed, email, id, phone, string, text, url } from './text.ts'

/** What the server does with each field type, except relations to several rows. */
const fieldTypes = {
  id,
  string,
  text,
  richtext,
  integer,
  decimal,
  boolean,
  date,
  time,
  datetime,
  email,
  phone,
  url,
  id_number: idNumber,
  enum: enumeration,
  enum_set: enumSet,
  list: listType(getFieldType),
  json,
  file,
  image: file,
  relation,
  computed,
} satisfies Record<FieldType, ServerFieldType>

/** Gets what the server does with the values of a field. */
export function getFieldType({
  type,
  relation: target,
}: Pick<FieldDefinition, 'type' | 'relation'>): ServerFieldType {
  return target?.many ? relationToMany : fieldTypes[type]
}

/** True for a field whose values are encrypted. */
export function isSealed(field: Pick<FieldDefinition, 'type' | 'relation'> | undefined): boolean {
  return field !== undefined && getFieldType(field).isSealed === true
}

/** Lists the fields of a definition that hold files. */
export function listFileFields(fields: Readonly<Record<string, FieldDefinition>>): string[] {
  return listFields(fields, ({ isFile = false }) => isFile)
}

/** Lists the fields of a definition whose texts show pictures. */
export function listImageFields(fields: Readonly<Record<string, FieldDefinition>>): string[] {
  return listFields(fields, ({ hasPictures = false }) => hasPictures)
}

function listFields(
  fields: Readonly<Record<string, FieldDefinition>>,
  isWanted: (type: ServerFieldType) => boolean,
): string[] {
  return Object.entries(fields)
    .filter(([, field]) => isWanted(getFieldType(field)))
    .map(([key]) => key)
}

import type { FieldDefinition } from './field-definition.ts'
import { locales } from './locale.ts'
import { rowIdPattern } from './row.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

const draft = 'https://json-schema.org/draft/2020-12/schema'

/** Types that are text, with the format that their text has. */
const textFormats: Partial<Record<FieldDefinition['type'], string>> = {
  date: 'date',
  datetime: 'date-time',
  email: 'email',
  url: 'uri',
}

/**
 * The JSON Schema (2020-12) of a body that creates or updates a row: closed, in the shape of the wire.
 * @param fields the fields that the caller may write
 */
export function toJsonSchema(
  fields: Iterable<readonly [string, FieldDefinition]>,
  kind: 'create' | 'update',
): JsonSchema {
  const written = [...fields].filter(([, field]) => field.surfaces.form)
  const own = Object.fromEntries(written.map(([key, field]) => [key, fieldSchema(field)]))
  const required = written.filter(([, field]) => field.required && field.default === undefined)
  const idSchema = { type: 'string', pattern: rowIdPattern }
  return {
    $schema: draft,
    type: 'object',
    additionalProperties: false,
    properties: kind === 'create' ? own : { id: idSchema, version: { type: 'integer', minimum: 1 }, ...own },
    required: kind === 'create' ? required.map(([key]) => key) : ['id'],
  }
}

/** The JSON Schema of one field's value; a field that is not required may be null. */
function fieldSchema(field: FieldDefinition): JsonSchema {
  const value = valueSchema(field)
  const schema = field.localized
    ? {
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(locales.map((locale) => [locale, value])),
        ...(field.required ? { required: [...locales] } : {}),
      }
    : value
  return field.required ? schema : { anyOf: [schema, { type: 'null' }] }
}

function valueSchema(field: FieldDefinition): JsonSchema {
  switch (field.type) {
    case 'integer':
    case 'decimal':
      return { type: field.type === 'integer' ? 'integer' : 'number', ...bounds(field, 'imum') }
    case 'boolean':
      return { type: 'boolean' }
    case 'enum':
      return { enum: choices(field) }
    case 'enum_set':
      return { type: 'array', uniqueItems: true, items: { enum: choices(field) }, ...bounds(field, 'Items') }
    case 'list':
      return { type: 'array', items: field.of ? fieldSchema(field.of) : {}, ...bounds(field, 'Items') }
    case 'relation':
      return field.relation?.many
        ? { type: 'array', items: { type: 'string' }, ...bounds(field, 'Items') }
        : { type: 'string' }
    case 'json':
      return {}
    case 'richtext':
      return { type: 'object', properties: { type: { const: 'doc' } }, required: ['type'] }
    default:
      return textSchema(field)
  }
}

function textSchema(field: FieldDefinition): JsonSchema {
  const format = textFormats[field.type]
  return {
    type: 'string',
    ...(format ? { format } : {}),
    ...(field.pattern ? { pattern: field.pattern } : {}),
    ...(field.type === 'time' ? { pattern: '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$' } : {}),
    ...bounds(field, 'Length'),
  }
}

function bounds({ min, max }: FieldDefinition, what: 'imum' | 'Length' | 'Items'): JsonSchema {
  return {
    ...(min === undefined ? {} : { [`min${what}`]: min }),
    ...(max === undefined ? {} : { [`max${what}`]: max }),
  }
}

function choices(field: FieldDefinition): string[] {
  return (field.options ?? []).map((option) => option.value)
}

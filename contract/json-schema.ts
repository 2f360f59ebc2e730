import type { FieldDefinition } from './field-definition.ts'
import {
  emailPattern,
  idNumberPattern,
  instantPattern,
  maxEmailLength,
  maxFileNoLength,
  maxInteger,
  maxItems,
  maxUrlLength,
  phonePattern,
  timePattern,
  urlPattern,
} from './form/patterns.ts'
import { locales } from './locale.ts'
import { rowIdPattern } from './row.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

const draft = 'https://json-schema.org/draft/2020-12/schema'

/** What the text of a type looks like; `form/check-value.ts` finds more than a schema can say. */
const textForms: Partial<Record<FieldDefinition['type'], JsonSchema & { maxLength?: number }>> = {
  id: { pattern: rowIdPattern },
  date: { format: 'date' },
  time: { pattern: timePattern },
  datetime: { pattern: instantPattern },
  email: { pattern: emailPattern, maxLength: maxEmailLength },
  phone: { pattern: phonePattern },
  url: { pattern: urlPattern, maxLength: maxUrlLength },
  id_number: { pattern: idNumberPattern },
}

/**
 * The JSON Schema (2020-12) of a body that creates or updates a row: closed, in the shape of the wire. It describes
 * values as they are kept; what a person wrote is cleaned before.
 * @param fields the fields that the caller may write
 */
export function toJsonSchema(
  fields: Iterable<readonly [string, FieldDefinition]>,
  kind: 'create' | 'update',
): JsonSchema {
  const written = [...fields]
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

/** The JSON Schema of one field's value; a field that is not required may be null, a list of it empty. */
function fieldSchema(field: FieldDefinition): JsonSchema {
  const own = valueSchema(field)
  const value = field.required ? own : { anyOf: [own, { type: 'null' }, ...(isArray(own) ? [noItems] : [])] }
  if (!field.localized) return value
  const languages = {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(locales.map((locale) => [locale, value])),
    ...(field.required ? { required: [...locales] } : {}),
  }
  return field.required ? languages : { anyOf: [languages, { type: 'null' }] }
}

const noItems = { type: 'array', maxItems: 0 }

function isArray(schema: JsonSchema): boolean {
  return schema['type'] === 'array'
}

function valueSchema(field: FieldDefinition): JsonSchema {
  switch (field.type) {
    case 'integer':
      return { type: 'integer', ...numbers(field, maxInteger) }
    case 'decimal':
      return { type: 'number', ...numbers(field, Number.MAX_SAFE_INTEGER) }
    case 'boolean':
      return { type: 'boolean' }
    case 'enum':
      return { enum: choices(field) }
    case 'enum_set':
      return items(field, { enum: choices(field) }, true)
    case 'list':
      return items(field, field.of ? valueSchema({ ...field.of, required: true }) : {}, field.distinct)
    case 'relation': {
      const id = { type: 'string', pattern: rowIdPattern }
      return field.relation?.many ? items(field, id, true) : id
    }
    case 'json':
      return {}
    case 'richtext':
      return { type: 'object', properties: { type: { const: 'doc' } }, required: ['type'] }
    case 'file':
    case 'image': {
      const no = { type: 'string', minLength: 1, maxLength: maxFileNoLength }
      return { anyOf: [no, { type: 'object', properties: { no }, required: ['no'] }] }
    }
    default:
      return textSchema(field)
  }
}

function textSchema({ type, min, max, pattern, required }: FieldDefinition): JsonSchema {
  const form = textForms[type] ?? {}
  const most = Math.min(max ?? Infinity, form.maxLength ?? Infinity)
  const least = required ? Math.max(min ?? 1, 1) : min
  return {
    type: 'string',
    ...form,
    ...(least === undefined ? {} : { minLength: least }),
    ...(most === Infinity ? {} : { maxLength: most }),
    ...(pattern === undefined ? {} : form['pattern'] ? { allOf: [{ pattern }] } : { pattern }),
  }
}

function numbers({ min, max }: FieldDefinition, limit: number): JsonSchema {
  return { minimum: Math.max(min ?? -limit, -limit), maximum: Math.min(max ?? limit, limit) }
}

function items({ min, max = maxItems }: FieldDefinition, item: JsonSchema, unique = false): JsonSchema {
  return {
    type: 'array',
    items: item,
    ...(unique ? { uniqueItems: true } : {}),
    ...(min === undefined ? {} : { minItems: min }),
    maxItems: max,
  }
}

function choices(field: FieldDefinition): string[] {
  return (field.options ?? []).map((option) => option.value)
}

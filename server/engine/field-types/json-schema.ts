import type { FieldDefinition } from '#contract/field-definition.ts'
import { locales } from '#contract/locale.ts'
import { rowIdPattern } from '#contract/row.ts'
import type { JsonSchema } from './field-type.ts'
import { getFieldType } from './index.ts'

/** The version of JSON Schema that schemas declare. */
const schemaVersion = 'https://json-schema.org/draft/2020-12/schema'

/**
 * Creates the JSON Schema (2020-12) of a body that creates or updates a row: closed, in the shape of the wire. It describes
 * stored values; the server cleans input before. The form's validation finds more than a schema can express.
 * @param fields the fields that the caller may write
 */
export function toJsonSchema(
  fields: Iterable<readonly [string, FieldDefinition]>,
  kind: 'create' | 'update',
): JsonSchema {
  const writableFields = [...fields]
  const properties = Object.fromEntries(writableFields.map(([key, field]) => [key, fieldSchema(field)]))
  const required = writableFields.filter(([, field]) => field.required && field.default === undefined)
  const idSchema = { type: 'string', pattern: rowIdPattern }
  return {
    $schema: schemaVersion,
    type: 'object',
    additionalProperties: false,
    properties:
      kind === 'create'
        ? properties
        : { id: idSchema, version: { type: 'integer', minimum: 1 }, ...properties },
    required: kind === 'create' ? required.map(([key]) => key) : ['id'],
  }
}

/**
 * Creates the schema of one field's value. In a field that is not required the value may be null, or an empty list even when
 * lists have a minimum length.
 */
function fieldSchema(field: FieldDefinition): JsonSchema {
  const schema = getFieldType(field).jsonSchema(field)
  const valueSchema = field.required
    ? schema
    : {
        anyOf: [
          schema,
          { type: 'null' },
          ...(schema['type'] === 'array' ? [{ type: 'array', maxItems: 0 }] : []),
        ],
      }
  if (!field.localized) return valueSchema
  const textsSchema = {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(locales.map((locale) => [locale, valueSchema])),
    ...(field.required ? { required: [...locales] } : {}),
  }
  return field.required ? textsSchema : { anyOf: [textsSchema, { type: 'null' }] }
}

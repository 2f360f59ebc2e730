import type { FieldDefinition, FieldType } from '../field-definition.ts'
import { locales, type Locale, type Localized } from '../locale.ts'
import type { Rule } from '../rules.ts'

/** The properties of a field that form checks use. Field definitions and the fields of metadata have them. */
export type FormField = Pick<
  FieldDefinition,
  | 'type'
  | 'label'
  | 'localized'
  | 'required'
  | 'min'
  | 'max'
  | 'pattern'
  | 'options'
  | 'relation'
  | 'shaped'
  | 'distinct'
  | 'conditions'
  | 'messages'
> & { of?: FormField }

/** The properties of a form that form checks use. Every module definition has them. */
export interface FormShape {
  fields: Readonly<Record<string, FormField>>
  rules?: readonly Rule[]
}

/** A row's values by field, in the shape of the wire. */
export type Values = Readonly<Record<string, unknown>>

/** Finds a row that a relation names; undefined if the row is unknown. */
export type FindRelatedRow = (module: string, id: string) => Values | undefined

/** Context of a form check. */
export interface FormContext {
  /** Finds the rows that relations of the form name; rules about unknown rows count as satisfied. */
  related: FindRelatedRow
  /** Language of the labels in issues. */
  locale: Locale
}

/** Finds a field by name; undefined for members of `Object.prototype`. */
export function findField(shape: FormShape, key: string): FormField | undefined {
  return Object.hasOwn(shape.fields, key) ? shape.fields[key] : undefined
}

/** Returns the field name that begins a path: `guests` of `guests.2`. */
export function getFieldName(path: string): string {
  return path.split('.', 1)[0] ?? path
}

/** Returns whether the field has several values. */
export function isMultiValued(field: FormField): boolean {
  return field.type === 'enum_set' || field.type === 'list' || field.relation?.many === true
}

/** Types for which an empty text is an invalid value, not a missing one. */
const nonTextTypes = new Set<FieldType>(['integer', 'decimal', 'boolean'])

/** True when there is no value; a language map has none when the texts of all languages are empty. */
export function isEmpty(field: FormField, value: unknown): boolean {
  if (value === null || value === undefined) return true
  if (isMultiValued(field)) return Array.isArray(value) && value.length === 0
  if (field.localized) return isPlainObject(value) && Object.entries(value).every(isEmptyText)
  return value === '' && !nonTextTypes.has(field.type)
}

/** A text under an unknown key is not empty, so that the form check reports the key. */
function isEmptyText([key, text]: readonly [string, unknown]): boolean {
  return isLocale(key) && (text === '' || text === null)
}

/** Returns whether the name is a language of the forum. */
export function isLocale(key: string): boolean {
  return locales.some((locale) => locale === key)
}

/** True for an object that is neither null nor an array. */
export function isPlainObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns whether copying a member of this name could change an object's prototype. */
export function isPrototypeKey(key: string): boolean {
  return key === '__proto__' || key === 'constructor' || key === 'prototype'
}

/** A form whose values are one object, which may contain inner objects. */
export interface ObjectShape extends FormShape {
  /** Label for users. */
  label?: Localized
  /** Shapes of the inner objects by their key. Each inner object is required. */
  parts?: Readonly<Record<string, ObjectShape>>
}

/** Returns the shape that the value of a field must have in this row; undefined if any value is valid. */
export function resolveObjectShape(
  { shaped }: Pick<FormField, 'shaped'>,
  values: Values,
): ObjectShape | undefined {
  const name = shaped && values[shaped.field]
  return typeof name === 'string' && Object.hasOwn(shaped?.shapes ?? {}, name)
    ? shaped?.shapes[name]
    : undefined
}

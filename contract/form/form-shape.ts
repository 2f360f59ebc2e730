import type { FieldDefinition, FieldType } from '../field-definition.ts'
import { locales, type Locale } from '../locale.ts'
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

/** A row of another module that a relation names, as far as it is known. */
export type FindRelatedRow = (module: string, id: string) => Values | undefined

/** What a form is checked with beside its values. */
export interface FormContext {
  related: FindRelatedRow
  /** Language of the labels in issues. */
  locale: Locale
}

/** The field of that name, never one that every object has. */
export function findField(shape: FormShape, key: string): FormField | undefined {
  return Object.hasOwn(shape.fields, key) ? shape.fields[key] : undefined
}

/** The field that a path begins with: `guests` of `guests.2`. */
export function findFieldByPath(path: string): string {
  return path.split('.', 1)[0] ?? path
}

/** Returns whether the field has several values. */
export function isMultiValued(field: FormField): boolean {
  return field.type === 'enum_set' || field.type === 'list' || field.relation?.many === true
}

/** Types for which an empty text is no missing value but a wrong one. */
const untexted = new Set<FieldType>(['integer', 'decimal', 'boolean'])

/** True when there is no value; a language map has none when the texts of all languages are empty. */
export function isEmpty(field: FormField, value: unknown): boolean {
  if (value === null || value === undefined) return true
  if (isMultiValued(field)) return Array.isArray(value) && value.length === 0
  if (field.localized) return isPlainObject(value) && Object.entries(value).every(isEmptyText)
  return value === '' && !untexted.has(field.type)
}

function isEmptyText([key, text]: readonly [string, unknown]): boolean {
  return isLocale(key) && (text === '' || text === null)
}

/** True for the name of one of our languages. */
export function isLocale(key: string): boolean {
  return locales.some((locale) => locale === key)
}

/** True for an object that is neither null nor an array. */
export function isPlainObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Names that change an object's own nature where they are copied carelessly. */
export function isPrototypeKey(key: string): boolean {
  return key === '__proto__' || key === 'constructor' || key === 'prototype'
}

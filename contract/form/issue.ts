import type { Locale } from '../locale.ts'
import { isMultiValued, type FormField } from './form-shape.ts'
import { typeName } from './type-names.ts'

/** What is wrong with a value. */
export interface Issue {
  /** Where in the value: `en` of a language map, `2` for the third item of a list; empty for the whole. */
  at: string
  /** Key of the text in `locales/<lng>/errors.json`. */
  key: string
  params: Readonly<Record<string, string | number>>
}

/** Creates an issue of the whole value of a field, with its label in the user's language. */
export function createIssue(
  field: FormField,
  locale: Locale,
  key: string,
  params: Issue['params'] = {},
): Issue {
  return { at: '', key, params: { label: field.label[locale], ...params } }
}

/** Returns the issue of an inner value as an issue of the outer value. */
export function prefixPath(part: string | number, { at, ...issue }: Issue): Issue {
  return { at: at === '' ? String(part) : `${part}.${at}`, ...issue }
}

/** The value is none of the field's type. */
export function invalidIssue(field: FormField, locale: Locale): Issue {
  return createIssue(field, locale, 'field.not_valid', { type: typeName(field, locale) })
}

/** There is no value where one is needed. No items are too few, where a field has a text for that. */
export function requiredIssue(field: FormField, locale: Locale): Issue {
  const { required, min } = field.messages ?? {}
  const key = required ?? (isMultiValued(field) ? min : undefined) ?? 'field.empty'
  return createIssue(field, locale, key, field.min === undefined ? {} : { min: field.min })
}

import type { Locale } from '../locale.ts'
import { isMultiValued, type FormField } from './form-shape.ts'
import { getTypeLabel } from './type-names.ts'

/** What is wrong with a value. */
export interface Issue {
  /** Path inside the value: `en` of a language map, `2` for the third item of a list; empty for the whole value. */
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
export function prefixPath(segment: string | number, { at, ...issue }: Issue): Issue {
  return { at: at === '' ? String(segment) : `${segment}.${at}`, ...issue }
}

/** Creates the issue of a value that is invalid for the field's type. */
export function invalidIssue(field: FormField, locale: Locale): Issue {
  return createIssue(field, locale, 'field.not_valid', { type: getTypeLabel(field, locale) })
}

/** Creates the issue of a missing value. An empty list gets the message for too few items, if the field has one. */
export function requiredIssue(field: FormField, locale: Locale): Issue {
  const { required, min } = field.messages ?? {}
  const key = required ?? (isMultiValued(field) ? min : undefined) ?? 'field.empty'
  return createIssue(field, locale, key, field.min === undefined ? {} : { min: field.min })
}

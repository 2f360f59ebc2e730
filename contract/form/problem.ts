import type { Locale } from '../locale.ts'
import { holdsMany, type FormField } from './form-shape.ts'
import { typeName } from './type-names.ts'

/** What is wrong with a value. */
export interface Problem {
  /** Where in the value: `en` of a language map, `2` for the third item of a list; empty for the whole. */
  at: string
  /** Key of the text in `locales/<lng>/errors.json`. */
  key: string
  params: Readonly<Record<string, string | number>>
}

/** What is wrong with the whole value of a field; its label is told in the reader's language. */
export function problem(
  field: FormField,
  locale: Locale,
  key: string,
  params: Problem['params'] = {},
): Problem {
  return { at: '', key, params: { label: field.label[locale], ...params } }
}

/** The problem of a part of a value. */
export function within(part: string | number, { at, ...told }: Problem): Problem {
  return { at: at === '' ? String(part) : `${part}.${at}`, ...told }
}

/** The value is none of the field's type. */
export function notValid(field: FormField, locale: Locale): Problem {
  return problem(field, locale, 'field.not_valid', { type: typeName(field, locale) })
}

/** There is no value where one is needed. No items are too few, where a field has a text for that. */
export function missing(field: FormField, locale: Locale): Problem {
  const { required, min } = field.messages ?? {}
  const key = required ?? (holdsMany(field) ? min : undefined) ?? 'field.empty'
  return problem(field, locale, key, field.min === undefined ? {} : { min: field.min })
}

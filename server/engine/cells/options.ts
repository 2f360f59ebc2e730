import type { FormField } from '#contract/form/form-shape.ts'
import { locales, type Locale } from '#contract/locale.ts'
import { narrow } from './cell-problem.ts'

/** The option that a text means, by its value or its label in either language; undefined for none and for several. */
export function findOption({ options = [] }: FormField, text: string): string | undefined {
  const wanted = fold(text)
  const meant = options.filter(({ value, label }) =>
    [value, ...locales.map((locale) => label[locale])].some((name) => fold(name) === wanted),
  )
  const exact = meant.find(({ value }) => value === text.trim())
  return (exact ?? (meant.length === 1 ? meant[0] : undefined))?.value
}

/** What an option is called in a cell: its label, or its value when the label could be another's. */
export function optionText(field: FormField, value: string, locale: Locale): string {
  const label = field.options?.find((option) => option.value === value)?.label[locale]
  return label !== undefined && findOption(field, label) === value ? label : value
}

/** Any case, any width, any number of blanks. */
function fold(text: string): string {
  return narrow(text).replaceAll(/\s+/g, ' ').toLowerCase()
}

import type { EnumOption } from '#contract/field-definition.ts'
import type { FormField } from '#contract/form/form-shape.ts'
import { locales, type Locale } from '#contract/locale.ts'
import { normalizeWidth } from './cell-issue.ts'

/** Values of options by what they are called, of which each cell would else ask all of them. */
const known = new WeakMap<readonly EnumOption[], ReadonlyMap<string, ReadonlySet<string>>>()

/** The option that a text means, by its value or its label in either language; undefined for none and for several. */
export function findOption({ options = [] }: FormField, text: string): string | undefined {
  const [value, ...others] = namesOf(options).get(fold(text)) ?? []
  if (others.length === 0) return value
  return options.find((option) => option.value === text.trim())?.value
}

/** What an option is called in a cell: its label, or its value when the label could be another's. */
export function optionText(field: FormField, value: string, locale: Locale): string {
  const label = field.options?.find((option) => option.value === value)?.label[locale]
  return label !== undefined && findOption(field, label) === value ? label : value
}

function namesOf(options: readonly EnumOption[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = known.get(options)
  if (found) return found
  const names = new Map<string, Set<string>>()
  for (const { value, label } of options)
    for (const name of [value, ...locales.map((locale) => label[locale])].map(fold))
      names.set(name, (names.get(name) ?? new Set()).add(value))
  known.set(options, names)
  return names
}

/** Any case, any width, any number of blanks. */
function fold(text: string): string {
  return normalizeWidth(text).replaceAll(/\s+/g, ' ').toLowerCase()
}

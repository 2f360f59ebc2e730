import type { EnumOption } from '#contract/field-definition.ts'
import type { Locale } from '#contract/locale.ts'
import { sessions } from '#contract/modules/sessions.ts'
import { clockIn } from '#contract/time.ts'
import type { ProgrammeItem } from './programme.ts'

const formatters = new Map<string, Intl.DateTimeFormat>()

function dayFormatter(locale: Locale, form: 'short' | 'long'): Intl.DateTimeFormat {
  const key = `${locale} ${form}`
  let formatter = formatters.get(key)
  if (!formatter) {
    const parts: Intl.DateTimeFormatOptions =
      form === 'short'
        ? { weekday: 'short', day: 'numeric' }
        : { weekday: 'long', day: 'numeric', month: 'long' }
    formatter = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { ...parts, timeZone: 'UTC' })
    formatters.set(key, formatter)
  }
  return formatter
}

/** A forum day in words: short for tabs (`Wed 6`, `6日周三`), long for headings. */
export function dayLabel(day: string, locale: Locale, form: 'short' | 'long'): string {
  return dayFormatter(locale, form).format(Date.parse(`${day}T00:00:00Z`))
}

/** `10:00–10:30` in the forum's zone. */
export function spanLabel(item: ProgrammeItem, zone: string): string {
  return `${clockIn(item.startMs, zone)}–${clockIn(item.endMs, zone)}`
}

/** A language's name in the reader's language; the tag itself when nobody knows it. */
export function languageLabel(tag: string, locale: Locale): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

const types: readonly EnumOption[] = sessions.fields.type.options ?? []

/** A session type's name; the value itself when a newer server has one that this app does not know. */
export function typeLabel(type: string, locale: Locale): string {
  return types.find((option) => option.value === type)?.label[locale] ?? type
}

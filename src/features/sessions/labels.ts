import type { Locale } from '#contract/locale.ts'
import { sessionTypes } from '#contract/modules/session-types.ts'
import { clockIn } from '#contract/time.ts'
import type { ProgrammeItem } from './programme.ts'

const formatters = new Map<string, Intl.DateTimeFormat>()

function format(day: string, locale: Locale, options: Intl.DateTimeFormatOptions): string {
  const key = locale + JSON.stringify(options)
  let formatter = formatters.get(key)
  if (!formatter) {
    // British English: the day before the month, as the rest of the forum's English has it.
    formatter = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { ...options, timeZone: 'UTC' })
    formatters.set(key, formatter)
  }
  return formatter.format(Date.parse(`${day}T00:00:00Z`))
}

/** A forum day in words: short for tabs (`Wed 6`, `周三 6日`), long for headings. */
export function dayLabel(day: string, locale: Locale, form: 'short' | 'long'): string {
  if (form === 'long') return format(day, locale, { weekday: 'long', day: 'numeric', month: 'long' })
  const weekday = format(day, locale, { weekday: 'short' })
  return `${weekday} ${format(day, locale, { day: 'numeric' })}`
}

/** `10:00–10:30` in the forum's zone. */
export function spanLabel(item: ProgrammeItem, zone: string): string {
  return `${clockIn(item.startMs, zone)}–${clockIn(item.endMs, zone)}`
}

/** A spoken language's name, without region, in the reader's language; the tag itself when nobody knows it. */
export function languageLabel(tag: string, locale: Locale): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(tag.split('-')[0] ?? tag) ?? tag
  } catch {
    return tag
  }
}

/** A session type's name; the value itself when a newer server has one that this app does not know. */
export function typeLabel(type: string, locale: Locale): string {
  return sessionTypes.find((option) => option.value === type)?.label[locale] ?? type
}

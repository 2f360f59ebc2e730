import type { Locale } from '#contract/locale.ts'
import { sessionTypes } from '#contract/modules/session-types.ts'
import { formatTimeInTimeZone } from '#contract/time.ts'
import { formatDate } from '#lib/forum-time.ts'
import type { ProgrammeItem } from './programme.ts'

const dayPatterns = {
  'zh-CN': { short: 'ddd D日', long: 'M月D日dddd' },
  en: { short: 'ddd D', long: 'dddd D MMMM' },
} as const

/** A forum day in words: short for tabs (`Wed 6`, `周三 6日`), long for headings. */
export function formatDayLabel(day: string, locale: Locale, form: 'short' | 'long'): string {
  return formatDate(day, locale, dayPatterns[locale][form])
}

/** `10:00–10:30` in the forum's zone. */
export function formatTimeRange(item: ProgrammeItem, zone: string): string {
  return `${formatTimeInTimeZone(item.startMs, zone)}–${formatTimeInTimeZone(item.endMs, zone)}`
}

/** A spoken language's name, without region, in the reader's language; the tag itself when nobody knows it. */
export function getLanguageLabel(tag: string, locale: Locale): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(tag.split('-')[0] ?? tag) ?? tag
  } catch {
    return tag
  }
}

/** A session type's name; the value itself when a newer server has one that this app does not know. */
export function getSessionTypeLabel(type: string, locale: Locale): string {
  return sessionTypes.find((option) => option.value === type)?.label[locale] ?? type
}

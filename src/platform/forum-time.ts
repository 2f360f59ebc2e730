import dayjs, { type Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import zhCn from 'dayjs/locale/zh-cn.js'
import en from 'dayjs/locale/en.js'
import { useMemo } from 'react'
import { formatDateInTimeZone, toZonedTime, getZoneOffsetMinutes } from '#contract/time.ts'
import type { Locale } from '#contract/locale.ts'
import { isPrerendering } from './browser.ts'
import { useForum } from './forum.ts'
import { useLocale } from './locale.ts'

dayjs.extend(utc)

const dayjsLocales = { 'zh-CN': zhCn, en } as const

/** Patterns of dayjs. */
const patternsByLocale = {
  'zh-CN': {
    day: 'M月D日 dddd',
    shortDay: 'M月D日 ddd',
    date: 'YYYY年M月D日',
    dateTime: 'M月D日 HH:mm',
    weekday: 'ddd',
  },
  en: {
    day: 'dddd, D MMMM',
    shortDay: 'ddd, D MMM',
    date: 'D MMMM YYYY',
    dateTime: 'D MMM, HH:mm',
    weekday: 'ddd',
  },
} as const

/**
 * Formats times in the forum's time zone and the interface's language. An instant is ISO 8601 text or a number of
 * milliseconds.
 */
export interface ForumTime {
  /** IANA name of the forum's time zone, such as `Asia/Shanghai`. */
  zone: string
  /** With the day of the week: `9月6日 星期三`, `Wednesday, 6 September`. */
  day(instant: string | number): string
  /** `2023年9月6日`, `6 September 2023` */
  date(instant: string | number): string
  /** `10:10` */
  clock(instant: string | number): string
  /** `9月6日 10:10`, `6 Sep, 10:10` */
  dateTime(instant: string | number): string
  /** `10:10–11:40` */
  range(startsAt: string, endsAt: string): string
  /** `周三`, `Wed` */
  weekday(instant: string | number): string
  /** Any other dayjs pattern. */
  format(instant: string | number, pattern: string): string
  /** The calendar date `YYYY-MM-DD`. */
  isoDate(instant: string | number): string
}

/** Creates the formatter for a language. @param zone IANA name of a time zone */
export function createForumTime(zone: string, locale: Locale): ForumTime {
  const patterns = patternsByLocale[locale]
  // The wall-clock time of the zone as if it were UTC, so that dayjs formats it unchanged.
  const toDayjs = (instant: string | number): Dayjs =>
    dayjs.utc(toZonedTime(instant, zone)).locale(dayjsLocales[locale])
  const format = (instant: string | number, pattern: string) => toDayjs(instant).format(pattern)
  return {
    zone,
    day: (instant) => format(instant, patterns.day),
    date: (instant) => format(instant, patterns.date),
    clock: (instant) => format(instant, 'HH:mm'),
    dateTime: (instant) => format(instant, patterns.dateTime),
    range: (startsAt, endsAt) => `${format(startsAt, 'HH:mm')}–${format(endsAt, 'HH:mm')}`,
    weekday: (instant) => format(instant, patterns.weekday),
    format,
    isoDate: (instant) => formatDateInTimeZone(instant, zone),
  }
}

/** Formats a calendar date `YYYY-MM-DD` without a time zone: `9月6日 星期三`, `Wednesday, 6 September`. */
export function formatDay(date: string, locale: Locale): string {
  return formatDate(date, locale, patternsByLocale[locale].day)
}

/** Formats a calendar date `YYYY-MM-DD` with a dayjs pattern. */
export function formatDate(date: string, locale: Locale, pattern: string): string {
  return dayjs.utc(date).locale(dayjsLocales[locale]).format(pattern)
}

/** Formats a calendar date in short form, for columns of lists: `9月6日 周三`, `Wed, 6 Sep`. */
export function formatShortDay(date: string, locale: Locale): string {
  return formatDate(date, locale, patternsByLocale[locale].shortDay)
}

/** Formats the first and last date of the forum: `2023年9月5日–7日`, `5–7 September 2023`. */
export function formatDateRange(startsOn: string, endsOn: string, locale: Locale): string {
  const start = dayjs.utc(startsOn).locale(dayjsLocales[locale])
  const end = dayjs.utc(endsOn).locale(dayjsLocales[locale])
  // The first seven characters are year and month.
  const sameMonth = startsOn.slice(0, 7) === endsOn.slice(0, 7)
  if (startsOn === endsOn) return start.format(patternsByLocale[locale].date)
  if (locale === 'zh-CN') return `${start.format('YYYY年M月D日')}–${end.format(sameMonth ? 'D日' : 'M月D日')}`
  return `${start.format(sameMonth ? 'D' : 'D MMMM')}–${end.format('D MMMM YYYY')}`
}

/**
 * Returns the label of a zone, for devices in another zone: `GMT+8`, `GMT−3:30`.
 * @param atMs instant for which the label holds, since the offset changes with daylight saving time
 */
export function getTimeZoneLabel(zone: string, atMs: number): string {
  const minutes = getZoneOffsetMinutes(atMs, zone)
  const hours = Math.floor(Math.abs(minutes) / 60)
  const remainingMinutes = Math.abs(minutes) % 60
  const sign = minutes < 0 ? '−' : '+'
  return `GMT${sign}${hours}${remainingMinutes ? `:${String(remainingMinutes).padStart(2, '0')}` : ''}`
}

/** Returns whether the device's zone has another offset than the forum's at an instant. A prerendered page assumes that it has not. */
export function isOtherTimeZone(zone: string, atMs: number): boolean {
  if (isPrerendering()) return false
  return -new Date(atMs).getTimezoneOffset() !== getZoneOffsetMinutes(atMs, zone)
}

/** Returns the formatter for the forum's zone and the interface's language. */
export function useForumTime(): ForumTime {
  const { timeZone } = useForum()
  const locale = useLocale()
  return useMemo(() => createForumTime(timeZone, locale), [timeZone, locale])
}

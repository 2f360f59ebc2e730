import { calculateMeetingPrice, countMeetingSessions } from '#contract/side-meeting-price.ts'
import type { SideMeetingSetting } from '#contract/forum.ts'
import type { RoomSize } from '#contract/modules/room-sizes.ts'
import { parseMinutesOfDay } from '#contract/time.ts'
import type { Locale } from '#contract/locale.ts'

/** Estimated price of a meeting as typed so far. */
export interface PriceEstimate {
  /** Number of two-hour sessions. */
  sessions: number
  yuanPerSession: number
  yuan: number
}

/**
 * Estimates the price from the values of the form.
 * @returns undefined until size, start and end are set and have a price
 */
export function estimatePrice(
  { start_time_at: start, end_time_at: end, room_size: size }: Readonly<Record<string, unknown>>,
  prices: Partial<SideMeetingSetting['prices']>,
): PriceEstimate | undefined {
  const minutes = parseMinutesOfDay(end) - parseMinutesOfDay(start)
  const yuanPerSession = prices[size as RoomSize]
  // Without a start or an end the duration is NaN.
  if (yuanPerSession === undefined || !(minutes > 0)) return undefined
  return {
    sessions: countMeetingSessions(minutes),
    yuanPerSession,
    yuan: calculateMeetingPrice(minutes, yuanPerSession),
  }
}

/** Formats an amount like `¥26,000`. */
export function formatYuan(yuan: number, locale: Locale): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'CNY',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  }).format(yuan)
}

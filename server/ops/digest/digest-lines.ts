import { selectLocalizedText, type Locale } from '#contract/locale.ts'
import type { PendingCount } from '#server/engine/query/count-pending.ts'
import { fillText } from '#server/messages/templates.ts'

const hourMs = 3_600_000
const dayHours = 24
/** Up to two days an age is told in hours. */
const maxHours = 48

/** One line for everything that waits, in the reader's language. */
export function digestLines(waiting: readonly PendingCount[], locale: Locale, now: Date): string {
  return waiting.map((one) => toLine(one, locale, now)).join('\n')
}

function toLine(
  { label, count, late, lateAfterHours, oldestAt }: PendingCount,
  locale: Locale,
  now: Date,
): string {
  const params = {
    label: selectLocalizedText(label, locale).text,
    count,
    age: ageOf(now.getTime() - Date.parse(oldestAt), locale),
  }
  if (late === 0 || lateAfterHours === undefined) return fillText('digest.line', locale, params)
  return fillText('digest.late_line', locale, {
    ...params,
    late,
    limit: lasting(lateAfterHours, 'hour', locale),
  })
}

function ageOf(ms: number, locale: Locale): string {
  const hours = Math.max(0, Math.floor(ms / hourMs))
  return hours < maxHours
    ? lasting(hours, 'hour', locale)
    : lasting(Math.floor(hours / dayHours), 'day', locale)
}

function lasting(count: number, unit: 'hour' | 'day', locale: Locale): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

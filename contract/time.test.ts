import { expect, it } from 'vitest'
import { overlaps, getZoneOffsetMinutes } from './time.ts'

/** What the browser itself knows of a zone. */
function offsetByIntl(ms: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

it('the forum’s zone has the offset that Intl knows, at every month, also while it still had summer time', () => {
  const months = Array.from({ length: 80 * 12 }, (_, month) => Date.UTC(1980, month, 1))
  const wrong = months.filter(
    (ms) => getZoneOffsetMinutes(ms, 'Asia/Shanghai') !== offsetByIntl(ms, 'Asia/Shanghai'),
  )
  expect(wrong.map((ms) => new Date(ms).toISOString())).toEqual([])
})

it('a zone that is but an offset is that offset, always', () => {
  expect(['+05:30', '-03:30', '+00:00'].map((zone) => getZoneOffsetMinutes(0, zone))).toEqual([330, -210, 0])
  expect(() => getZoneOffsetMinutes(0, '+5:30')).toThrow(RangeError)
})

it('a zone that nobody knows is refused', () => {
  expect(() => getZoneOffsetMinutes(0, 'Nowhere/City')).toThrow(RangeError)
})

it('spans that only touch do not overlap', () => {
  const morning = { starts_at: '2023-09-06T01:00:00Z', ends_at: '2023-09-06T02:00:00Z' }
  const next = { starts_at: '2023-09-06T02:00:00Z', ends_at: '2023-09-06T03:00:00Z' }
  const long = { starts_at: '2023-09-06T01:30:00Z', ends_at: '2023-09-06T02:30:00Z' }
  expect([overlaps(morning, next), overlaps(next, morning)]).toEqual([false, false])
  expect([overlaps(morning, long), overlaps(long, next)]).toEqual([true, true])
})

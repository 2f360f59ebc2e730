import { describe, expect, it } from 'vitest'
import { findTimeZone, parseDate, parseDurationMs, parseInstant } from './times.ts'

describe('an instant', () => {
  it.each([
    ['2023-09-05T14:00:00+08:00', null, '2023-09-05T06:00:00Z'],
    ['2023-09-05T14:00+08:00', 'UTC', '2023-09-05T06:00:00Z'],
    ['2023-09-05 14:00:00.123+0800', null, '2023-09-05T06:00:00Z'],
    ['2023-09-05T14:00:00Z', 'Asia/Shanghai', '2023-09-05T14:00:00Z'],
    ['2025-02-01T09:30:00', 'Europe/Brussels', '2025-02-01T08:30:00Z'],
    ['2025-07-01T09:30', 'Europe/Brussels', '2025-07-01T07:30:00Z'],
  ])('%s in %s is %s', (text, zone, instant) => {
    expect(parseInstant(text, zone)).toBe(instant)
  })

  it.each([
    ['2025-02-30T10:00:00Z', null],
    ['2025-02-01T25:00:00Z', null],
    ['2025-02-01', 'UTC'],
    ['tomorrow', 'UTC'],
    ['2025-02-01T10:00:00', null],
    ['', 'UTC'],
  ])('%j in %s is none', (text, zone) => {
    expect(parseInstant(text, zone)).toBeUndefined()
  })
})

describe('a duration', () => {
  it.each([
    ['00:45', 45],
    ['1:30', 90],
    ['01:30:00', 90],
    ['1:02:00:00', 26 * 60],
    ['25:00', 25 * 60],
    ['PT1H30M', 90],
    ['P1DT1H', 25 * 60],
    ['45', 45],
    ['00:00', 0],
    ['P0Y0M0DT0H40M0.000S', 40],
    ['P0Y0M0DT1H0M0.000S', 60],
    ['P0Y0M0DT0H30M', 30],
    ['P0Y0M1DT0H0M', 24 * 60],
    ['P00Y00M00DT00H05M00S', 5],
    ['P2W', 14 * 24 * 60],
    ['PT0H90M0,5S', 90],
    ['00:45:00.000', 45],
    ['90.0', 90],
    ['90 min', 90],
    ['pt45m', 45],
  ])('%s has %d minutes', (text, minutes) => {
    expect(parseDurationMs(text)).toBe(minutes * 60_000)
  })

  it.each(['', '-00:30', '-45', 'PT', 'P', 'P1DT', '1h', '00:4', 'PT1.5H', 'P0Y1M0DT0H0M0S', 'P1Y', '-PT5M'])(
    '%j is none',
    (text) => {
      expect(parseDurationMs(text)).toBeUndefined()
    },
  )
})

it('a duration of three parts begins with days where its generator writes them', () => {
  expect(parseDurationMs('1:06:30', 'days first')).toBe((30 * 60 + 30) * 60_000)
  expect(parseDurationMs('1:30', 'days first')).toBe(90 * 60_000)
  expect(parseDurationMs('1:30:00')).toBe(90 * 60_000)
  // No generator writes a day with a leading zero, nor 30 hours after it.
  for (const text of ['1:30:00', '01:06:00', '00:45:00'])
    expect(parseDurationMs(text, 'days first')).toBe(parseDurationMs(text))
})

it('the date of a conference is that of its own zone', () => {
  expect(parseDate('2024-12-27', 'Europe/Berlin')).toBe('2024-12-27')
  expect(parseDate('2024-12-27T23:30:00+00:00', 'Europe/Berlin')).toBe('2024-12-28')
  expect(parseDate('2024-13-27', null)).toBeNull()
})

it('a time zone is one that exists', () => {
  expect(findTimeZone('Asia/Shanghai')).toBe('Asia/Shanghai')
  expect(findTimeZone('Mars/Olympus')).toBeNull()
  expect(findTimeZone('')).toBeNull()
})

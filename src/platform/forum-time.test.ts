import { expect, test } from 'vitest'
import {
  createForumTime,
  formatDateRange,
  isOtherTimeZone,
  formatShortDay,
  getTimeZoneLabel,
} from './forum-time.ts'

const opening = '2023-09-05T16:30:00Z' // 00:30 on the 6th in Shanghai

test('times are the forum’s, whatever the device’s zone [304, T45]', () => {
  const time = createForumTime('Asia/Shanghai', 'zh-CN')
  expect(time.isoDate(opening)).toBe('2023-09-06')
  expect(time.dateTime(opening)).toBe('9月6日 00:30')
  expect(time.range('2023-09-06T01:00:00Z', '2023-09-06T04:00:00Z')).toBe('09:00–12:00')
})

test('dates follow the language of the interface [285]', () => {
  expect(createForumTime('Asia/Shanghai', 'zh-CN').day(opening)).toBe('9月6日 星期三')
  expect(createForumTime('Asia/Shanghai', 'en').day(opening)).toBe('Wednesday, 6 September')
  expect(formatShortDay('2023-09-06', 'zh-CN')).toBe('9月6日 周三')
  expect(formatShortDay('2023-09-06', 'en')).toBe('Wed, 6 Sep')
})

test.each([
  ['2023-09-05', '2023-09-07', 'zh-CN', '2023年9月5日–7日'],
  ['2023-09-05', '2023-09-07', 'en', '5–7 September 2023'],
  ['2023-08-30', '2023-09-01', 'en', '30 August–1 September 2023'],
  ['2023-09-05', '2023-09-05', 'en', '5 September 2023'],
] as const)('%s to %s in %s', (first, last, locale, span) => {
  expect(formatDateRange(first, last, locale)).toBe(span)
})

test('zones are named by their offset from GMT', () => {
  expect(getTimeZoneLabel('Asia/Shanghai', 0)).toBe('GMT+8')
  expect(getTimeZoneLabel('Asia/Kolkata', 0)).toBe('GMT+5:30')
  expect(getTimeZoneLabel('America/New_York', 0)).toBe('GMT−5')
  const atMs = Date.parse(opening)
  const deviceMinutes = -new Date(atMs).getTimezoneOffset()
  expect(isOtherTimeZone('Asia/Shanghai', atMs)).toBe(deviceMinutes !== 480)
})

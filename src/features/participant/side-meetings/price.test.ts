import { expect, test } from 'vitest'
import { sideMeetingSetting } from '#contract/forum.ts'
import { estimatePrice, formatYuan } from './price.ts'

const { prices } = sideMeetingSetting
const request = (start: string, end: string, room_size: unknown = '50-100') => ({
  start_time_at: start,
  end_time_at: end,
  room_size,
})

test.each([
  ['09:00', '11:00', '50-100', 1, 13_000],
  ['09:00', '12:00', '100-150', 2, 38_000],
  ['09:00', '13:00', '250', 2, 50_000],
  ['09:00', '13:01', '250', 3, 75_000],
])('from %s to %s in %s: %d sessions, %d yuan [177, 174-176, T33]', (start, end, size, sessions, yuan) => {
  expect(estimatePrice(request(start, end, size), prices)).toMatchObject({ sessions, yuan })
})

test('there is no price before there are times and a size, nor for a size without one', () => {
  expect(estimatePrice({}, prices)).toBeUndefined()
  expect(estimatePrice(request('', '11:00'), prices)).toBeUndefined()
  expect(estimatePrice(request('11:00', '09:00'), prices)).toBeUndefined()
  expect(estimatePrice(request('09:00', '09:00'), prices)).toBeUndefined()
  expect(estimatePrice(request('09:00', '11:00', null), prices)).toBeUndefined()
  expect(estimatePrice(request('09:00', '11:00', '250'), { '50-100': 1 })).toBeUndefined()
})

test('amounts are whole yuan', () => {
  expect([formatYuan(13_000, 'zh-CN'), formatYuan(26_000, 'en')]).toEqual(['¥13,000', '¥26,000'])
})

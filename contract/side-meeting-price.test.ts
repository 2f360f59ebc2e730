import { describe, expect, it } from 'vitest'
import { sideMeetingSetting } from './forum.ts'
import { calculateMeetingPrice } from './side-meeting-price.ts'

describe('the amount of a side meeting', () => {
  it.each([
    ['50-100', 120, 13_000],
    ['100-150', 120, 19_000],
    ['250', 120, 25_000],
    ['50-100', 121, 26_000],
    ['100-150', 180, 38_000],
    ['250', 240, 50_000],
    ['250', 241, 75_000],
  ] as const)(
    'a room of %s square metres for %i minutes is %i yuan [174-177, T33]',
    (size, minutes, yuan) => {
      expect(calculateMeetingPrice(minutes, sideMeetingSetting.prices[size])).toBe(yuan)
    },
  )
})

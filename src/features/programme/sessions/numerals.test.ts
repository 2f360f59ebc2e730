import { describe, expect, it } from 'vitest'
import { splitTerms } from '#platform/text-search.ts'
import { parseSubForumNumeral } from './numerals.ts'

const numberOf = (written: string) => parseSubForumNumeral(splitTerms(written)[0] ?? '')

describe('findNumeral', () => {
  it.each(['II', 'ii', '2', '二', 'Ⅱ', '２', '分论坛二', '第二分论坛', '第2分论坛', 'subforum2'])(
    'reads %s as 2',
    (written) => {
      expect(numberOf(written)).toBe(2)
    },
  )

  it.each([
    ['IV', 4],
    ['VIII', 8],
    ['IX', 9],
    ['X', 10],
    ['十', 10],
    ['XI', 11],
    ['十一', 11],
    ['二十八', 28],
    ['XXVIII', 28],
  ])('reads %s as %i', (written, number) => {
    expect(numberOf(written)).toBe(number)
  })

  it.each(['', 'wind', '风', '0', '2023', 'iiii', 'vx', '论坛'])('takes %s for a word', (written) => {
    expect(numberOf(written)).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import * as fc from 'fast-check'
import { findMatches, normaliseText, splitTerms } from './text-search.ts'

const marked = (text: string, query: string) =>
  findMatches(text, splitTerms(query)).map(({ start, end }) => text.slice(start, end))

describe('normaliseText', () => {
  it.each([
    ['Énergie', 'energie'],
    ['ＷＩＮＤ ２', 'wind 2'],
    ['新型储能', '新型储能'],
    ['Ⅱ', 'ii'],
    ['naïve Çedilla', 'naive cedilla'],
  ])('compares %s as %s', (text, normal) => {
    expect(normaliseText(text)).toBe(normal)
  })

  it('gives the same when applied twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const once = normaliseText(text)
        expect(normaliseText(once)).toBe(once)
      }),
    )
  })
})

describe('splitTerms', () => {
  it('parts at spaces and at Chinese punctuation, and drops repeated words', () => {
    expect(splitTerms('  Wind　储能，wind ')).toEqual(['wind', '储能'])
  })

  it('is empty for a blank query', () => {
    expect(splitTerms('   ')).toEqual([])
  })
})

describe('findMatches', () => {
  it('marks the original spelling', () => {
    expect(marked('Énergie éolienne', 'energie EO')).toEqual(['Énergie', 'éo'])
  })

  it('marks Chinese inside a word', () => {
    expect(marked('新型储能与氢能', '储能 氢')).toEqual(['储能', '氢'])
  })

  it('marks whole characters where one is written as several units', () => {
    expect(marked('Forum Ⅲ', 'ii')).toEqual(['Ⅲ'])
    expect(marked('cafe\u0301 au lait', 'cafe')).toEqual(['cafe\u0301'])
  })

  it('joins marks that overlap', () => {
    expect(marked('banana', 'ana nan')).toEqual(['anana'])
  })

  it('gives ranges in order, inside the text and apart', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, query) => {
        let last = -1
        for (const { start, end } of findMatches(text, splitTerms(query))) {
          expect(start).toBeGreaterThan(last)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
          last = end
        }
      }),
    )
  })
})

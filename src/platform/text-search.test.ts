import { describe, expect, it } from 'vitest'
import * as fc from 'fast-check'
import { simplifyHan } from './simplify-han.ts'
import { findMatches, splitTerms } from './text-search.ts'

const marked = (text: string, query: string) =>
  findMatches(text, splitTerms(query)).map(({ start, end }) => text.slice(start, end))

const markedSimply = (text: string, query: string) =>
  findMatches(text, splitTerms(query, simplifyHan), simplifyHan).map(({ start, end }) =>
    text.slice(start, end),
  )

describe('splitTerms', () => {
  it('parts at spaces and at Chinese punctuation, and drops repeated words', () => {
    expect(splitTerms('  Wind　储能，wind ')).toEqual(['wind', '储能'])
  })

  it('leaves out marks around words, as the server does, unless there is nothing else', () => {
    expect(splitTerms('“Why?” (储能) - C++ R&D 👍')).toEqual(['why', '储能', 'c++', 'r&d', '👍'])
    expect(splitTerms('?!')).toEqual(['?!'])
  })

  it('parts Chinese from Latin words, which have a blank between them or none', () => {
    expect(splitTerms('AI时代 5G通信 第5届')).toEqual(['ai', '时代', '5g', '通信', '第5届'])
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

  it('marks what is written otherwise', () => {
    expect(markedSimply('開放電網與儲能', '电网 储能')).toEqual(['電網', '儲能'])
    expect(markedSimply('Winter\u00ADabend', 'winterabend')).toEqual(['Winter\u00ADabend'])
    expect(markedSimply('Großmuster', 'grossm')).toEqual(['Großm'])
    expect(markedSimply('doesn’t', "doesn't")).toEqual(['doesn’t'])
    expect(markedSimply('doesn`t', "doesn't")).toEqual(['doesn`t'])
    expect(markedSimply('ｶﾞｽ', 'ガス')).toEqual(['ｶﾞｽ'])
    expect(markedSimply('가나다'.normalize('NFD'), '가나')).toEqual(['가나'.normalize('NFD')])
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

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { simplifyHan } from '../tests/support/simplify-han.ts'
import { toSearchTerms, toSearchText } from './search-text.ts'

/** What the databases do with text and terms, in the plainest way. */
function matches(text: string, words: string): boolean {
  const tokens = ` ${toSearchText([text], simplifyHan)} `
  return toSearchTerms(words, simplifyHan).every(({ tokens: wanted, prefix }) =>
    tokens.includes(` ${wanted.join(' ')}${prefix ? '' : ' '}`),
  )
}

const hanText = fc.string({
  unit: fc.constantFrom(...Array.from('能源转型与气候目标储氢'), '𠀀', '，', ' ', 'a', '5'),
})

describe('search', () => {
  it('finds every substring of Han characters', () => {
    fc.assert(
      fc.property(hanText, fc.nat(20), fc.nat(20), (text, start, length) => {
        const part = Array.from(text)
          .slice(start, start + length)
          .join('')
        fc.pre(/^\p{Script=Han}+$/u.test(part))
        expect(matches(text, part)).toBe(true)
      }),
    )
  })

  it('finds only what is written there', () => {
    fc.assert(
      fc.property(hanText, fc.stringMatching(/^[能源转型与气候目标储氢]{1,4}$/u), (text, part) => {
        expect(matches(text, part)).toBe(text.includes(part))
      }),
    )
  })

  it.each([
    ['Energy storage', 'stor', true],
    ['Energy storage', 'ENERGY sto', true],
    ['Energy storage', 'nergy', false],
    ['Zürich über Pizza', 'zurich PIZ', true],
    ['ＣＯ２ 与 5G通信', 'co2 通信', true],
    ['5G通信', '5g', true],
    ['Энергия', 'энер', true],
    ['新型，储能', '型储', false],
    ['開放電網與儲能', '开放电网', true],
    ['风电机组运维', '風電機組', true],
    ['皇后的後院', '后院', true],
    ['皇后的後院', '皇后', true],
    ['储\u200B能\u200B电\u200B站问答', '储能电站', true],
    ['Winter\u00ADabend\u00ADgespräche', 'winterabend', true],
    ['Đào Thị Mẫu', 'dao thi mau', true],
    ['Æsa Þrándar', 'thrandar', true],
    ['Łucja Próbna', 'łucja', true],
    ['Why a grid doesn’t sleep', "doesn't", true],
    ['Door‑to‑door heat', 'door-to-door', true],
    ['From 3 – 5 degrees', '3 - 5', true],
  ])('in %j for %j is %j', (text, words, found) => {
    expect(matches(text, words)).toBe(found)
  })

  it('has no term where there is no letter or digit', () => {
    expect(toSearchTerms('%_"* ，')).toEqual([])
  })

  it('spells tokens in ASCII letters and digits alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(toSearchText([text])).toMatch(/^([hw][a-z0-9]+( [hw][a-z0-9]+)*)?$/)
      }),
    )
  })
})

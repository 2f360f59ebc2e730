import { assert, constantFrom, oneof, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeFormula, unescapeFormula } from './cell.ts'

const dangerous = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']

/** Signs, apostrophes and blanks in every order, and random texts. */
const texts = oneof(
  string({ unit: constantFrom("'", ' ', '\n', '　', '"', 'a', ...dangerous), maxLength: 6 }),
  string({ unit: 'binary' }),
)

describe('texts that a spreadsheet program would run', () => {
  it('come back as they were [S13]', () => {
    assert(
      property(texts, (text) => {
        expect(unescapeFormula(escapeFormula(text))).toBe(text)
      }),
      { numRuns: 2000 },
    )
  })

  it('never begin with a sign, nor with blanks and a sign [S13]', () => {
    assert(
      property(texts, (text) => {
        expect(dangerous).not.toContain(escapeFormula(text)[0])
        expect(dangerous).not.toContain(escapeFormula(text).trimStart()[0])
      }),
      { numRuns: 2000 },
    )
  })

  it('differ from those that no program runs', () => {
    for (const text of ['', '张三', "'", "'quoted'", '1+1', 'a=b', "O'Neill", '138-0000']) {
      expect(escapeFormula(text)).toBe(text)
      expect(unescapeFormula(text)).toBe(text)
    }
    expect(escapeFormula('+86 138')).toBe("'+86 138")
    expect(escapeFormula("'=1")).toBe("''=1")
    expect(unescapeFormula("'+86 138")).toBe('+86 138')
    expect([unescapeFormula('="007"'), unescapeFormula(`'="007"`)]).toEqual(['007', '="007"'])
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText, foldWithOrigins } from './fold-text.ts'
import { simplifyHan } from '../tests/support/simplify-han.ts'

const text = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    fc.constantFrom(...Array.from('łØßıĐÆþŒ’‑–−ガ儲後\u00AD\u200B\u2060\u3099\u0301İẞﬁ')),
  ),
})

describe('a folded text', () => {
  it.each([
    ['Énergie', 'energie'],
    ['ＷＩＮＤ ２', 'wind 2'],
    ['新型储能', '新型储能'],
    ['Ⅱ', 'ii'],
    ['naïve Çedilla', 'naive cedilla'],
    ['Winter\u00ADabend\u200Bge\u2060spräche', 'winterabendgesprache'],
    ['储\u200B能', '储能'],
    ['Łucja Bjørn Großmuster Işık', 'lucja bjorn grossmuster isik'],
    ['Đào Æsa Þrándar Œuvre ħ ð', 'dao aesa thrandar oeuvre h d'],
    ['doesn’t ‘a’ “b” door‑to‑door 3 – 5 −1', `doesn't 'a' "b" door-to-door 3 - 5 -1`],
    ['doesn´t doesn`t ‹a› 「b」 a・b 1⁄2', `doesn't doesn't 'a' "b" a·b 1/2`],
    ['ΟΔΟΣ', 'οδοσ'],
    ['ガス', 'ガス'],
    ['ｶﾞ', 'ガ'],
    ['İstanbul ẞ', 'istanbul ss'],
  ])('%s is %s', (written, folded) => {
    expect(foldText(written)).toBe(folded)
  })

  it.each([
    ['開放電網與儲能', '开放电网与储能'],
    ['皇后的後院', '皇后的后院'],
    ['陳範例 Li', '陈范例 li'],
    ['瞭解、回覆、跟著', '了解、回复、跟着'],
    ['储能', '储能'],
  ])('%s is compared as %s where Han characters are simplified', (written, folded) => {
    expect(foldText(written, simplifyHan)).toBe(folded)
  })

  it('stays when it is folded again', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (written, isSimplified) => {
        const simplify = isSimplified ? simplifyHan : undefined
        const once = foldText(written, simplify)
        expect(foldText(once, simplify)).toBe(once)
      }),
    )
  })

  it('knows where each of its units comes from', () => {
    const { folded, getStart, getEnd } = foldWithOrigins('a\u00ADß後', simplifyHan)
    expect(folded).toBe('ass后')
    expect([0, 1, 2, 3].map((unit) => [getStart(unit), getEnd(unit)])).toEqual([
      [0, 2],
      [2, 3],
      [2, 3],
      [3, 4],
    ])
  })
})

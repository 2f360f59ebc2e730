import { describe, expect, it } from 'vitest'
import { addName, classifyConfirmKey } from './name-list.ts'

const max = 80

describe('confirming a name', () => {
  it('adds what was typed without the blanks around it, full-width ones among them', () => {
    expect(addName(['李雷'], '\u3000韩梅梅 \u3000', max)).toEqual({
      kind: 'added',
      names: ['李雷', '韩梅梅'],
    })
    expect(addName([], 'Ada\u3000 Lovelace', max)).toEqual({ kind: 'added', names: ['Ada Lovelace'] })
  })

  it.each(['', '   ', '\u3000', '\u00a0\u3000'])('adds nothing of %j', (typed) => {
    expect(addName(['李雷'], typed, max)).toEqual({ kind: 'nothing' })
  })

  it('tells of a name that is there already, however its blanks and accents are written [T31]', () => {
    expect(addName(['李雷'], '李雷\u3000', max)).toEqual({ kind: 'repeated', name: '李雷' })
    expect(addName(['José'], 'Jose\u0301', max)).toEqual({ kind: 'repeated', name: 'José' })
  })

  it('counts characters as people do', () => {
    expect(addName([], '𠮷'.repeat(80), max).kind).toBe('added')
    expect(addName([], '𠮷'.repeat(81), max)).toEqual({ kind: 'too_long', max })
  })
})

describe('a key in the field of a name', () => {
  it('confirms at Enter', () => {
    expect(classifyConfirmKey({ key: 'Enter', isComposing: false, keyCode: 13 })).toBe('confirm')
  })

  it('leaves the Enter of an input method to it, as Chromium and as Safari tell of it [T31]', () => {
    expect(classifyConfirmKey({ key: 'Enter', isComposing: true, keyCode: 229 })).toBe('composing')
    expect(classifyConfirmKey({ key: 'Enter', isComposing: true, keyCode: 13 })).toBe('composing')
    expect(classifyConfirmKey({ key: 'Enter', isComposing: false, keyCode: 229 })).toBe('composing')
  })

  it.each(['a', 'Process', 'Tab', ' '])('makes nothing of %j', (key) => {
    expect(classifyConfirmKey({ key, isComposing: false, keyCode: 65 })).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import { getTextDirection, locales, selectLocalizedText } from './locale.ts'

describe('the direction of a language', () => {
  it.each(['he', 'ar', 'fa', 'ku', 'ar-EG', 'ku-Arab', 'HE-IL', 'fa_IR'])(
    '%s runs from right to left [T46]',
    (tag) => {
      expect(getTextDirection(tag)).toBe('rtl')
    },
  )

  it.each(['zh-CN', 'en', 'art', 'fat', 'kur', 'hex', 'en-AR', ''])(
    '%j runs from left to right [287, T46]',
    (tag) => {
      expect(getTextDirection(tag)).toBe('ltr')
    },
  )
})

describe('a text in two languages', () => {
  it('has Chinese first', () => {
    expect(locales[0]).toBe('zh-CN')
  })

  it('comes in the wanted language, else in the other one, which is named', () => {
    const both = { 'zh-CN': '议程', en: 'Agenda' }
    expect(selectLocalizedText(both, 'en')).toEqual({ text: 'Agenda', locale: 'en' })
    expect(selectLocalizedText({ ...both, en: '' }, 'en')).toEqual({ text: '议程', locale: 'zh-CN' })
    expect(selectLocalizedText(null, 'en')).toEqual({ text: '', locale: 'en' })
  })
})

import { describe, expect, it } from 'vitest'
import { localizedFrom, localizedPair, toLocalized } from './localized-text.ts'

const keep = (text: string): string => text

describe('a text in one language', () => {
  it.each([
    ['储能', undefined, '储能', ''],
    ['Storage', undefined, '', 'Storage'],
    ['Storage', 'zh', '', 'Storage'],
    ['儲能 Storage', 'zh-TW', '儲能 Storage', ''],
    ['東京', 'ja', '', '東京'],
    ['Speicher', 'de', '', 'Speicher'],
  ])('%s (%s) uses the slot of its language', (text, language, chinese, english) => {
    expect(localizedFrom(text, language)).toEqual({ 'zh-CN': chinese, en: english })
  })

  it('is one text when it is given twice', () => {
    expect(localizedPair('醫資標準', '醫資標準')).toEqual({ 'zh-CN': '醫資標準', en: '' })
    expect(localizedPair('Rust', 'Rust')).toEqual({ 'zh-CN': '', en: 'Rust' })
  })
})

describe('texts by language', () => {
  it.each([
    [{ en: 'Storage', 'zh-hant': '儲能' }, '儲能', 'Storage'],
    [{ 'zh-TW': '儲能', 'zh-CN': '储能' }, '储能', ''],
    [{ zh: '储能', zh_tw: '儲能' }, '储能', ''],
    [{ 'en-GB': 'Storage', de: 'Speicher' }, '', 'Storage'],
    [{ de: 'Speicher' }, '', 'Speicher'],
    [{ en: '', zh: 5 }, '', ''],
    [null, '', ''],
    [['x'], '', ''],
  ])('%j', (value, chinese, english) => {
    expect(toLocalized(value, keep)).toEqual({ 'zh-CN': chinese, en: english })
  })
})

import { describe, expect, it } from 'vitest'
import { toLanguageTag, toSessionType } from './entry-fields.ts'

describe('the type of a session', () => {
  it.each([
    ['lecture', 'talk'],
    ['lightningtalk', 'talk'],
    ['devroom', 'talk'],
    ['', 'talk'],
    ['Breakout session', 'talk'],
    ['Keynote', 'keynote'],
    ['主旨演讲', 'keynote'],
    ['Opening Ceremony', 'ceremony'],
    ['Coffee break', 'break'],
    ['點心 Snacks', 'break'],
    ['Mittagspause', 'break'],
    ['午休', 'break'],
    ['Team building', 'talk'],
    ['對談', 'panel'],
    ['Panel Discussion', 'panel'],
    ['HANDS-ON', 'workshop'],
    ['工作坊', 'workshop'],
    ['Guided tour', 'tour'],
    ['PERFORMANCE', 'other'],
    ['bof', 'other'],
  ])('%s is %s', (word, type) => {
    expect(toSessionType(word)).toBe(type)
  })
})

describe('the language of a session', () => {
  it.each([
    ['en', 'en'],
    ['zh_tw', 'zh-TW'],
    ['中文', 'zh'],
    ['English', 'en'],
    ['de-formal', 'de-formal'],
    ['', null],
    ['Klingon (with subtitles)', null],
  ])('%j is %s', (name, tag) => {
    expect(toLanguageTag(name)).toBe(tag)
  })
})

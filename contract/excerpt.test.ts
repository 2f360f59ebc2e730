import { describe, expect, it } from 'vitest'
import { createExcerpt } from './excerpt.ts'
import { simplifyHan } from '../tests/support/simplify-han.ts'

const long = '为便于各位代表安排行程，组委会将参会事项说明如下。'.repeat(8)

describe('an excerpt', () => {
  it('is the text where the first of the words stands, of the first text that has one', () => {
    expect(createExcerpt(['没有', `${long}班车由北站出发。`], ['北站'])).toMatch(/^….+班车由北站出发。$/)
    expect(createExcerpt(['Shuttles leave at 7:30.', '班车'], ['班车'])).toBe('班车')
  })

  it('is where a word stands that is written otherwise', () => {
    expect(createExcerpt([`${long}開放電網與儲能。`], ['储能'], simplifyHan)).toMatch(/儲能/)
    expect(createExcerpt([`${long}Łucja.`], ['lucja'])).toMatch(/Łucja/)
  })

  it('is the beginning of the first text when none has a word', () => {
    expect(createExcerpt(['', ' A  b\nc '], ['zebra'])).toBe('A b c')
    expect(createExcerpt([], ['a'])).toBe('')
  })

  it('is short, marked where it is cut, and cuts no Latin word', () => {
    const words = Array.from({ length: 60 }, (_, index) => `word${index}`)
    const excerpt = createExcerpt([words.join(' ')], ['word30'])
    expect(excerpt.length).toBeLessThan(125)
    expect(excerpt).toMatch(/^….*word30.*…$/)
    for (const part of excerpt.replaceAll('…', '').split(' ')) expect(words).toContain(part)
  })

  it('is whole characters, whatever changes its length in lower case', () => {
    expect(createExcerpt([`a${'😀'.repeat(70)}`], ['x']).isWellFormed()).toBe(true)
    expect(createExcerpt([`İ ${long}`], ['说明'])).toMatch(/^İ 为便于/)
  })
})

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { errorStatus, type ErrorKey } from '#contract/errors.ts'
import { locales } from '#contract/locale.ts'
import { errorText, preferredLocale } from './error-texts.ts'

const keys = Object.keys(errorStatus) as ErrorKey[]

describe('texts of refusals', () => {
  it.each(locales)('says every key of the closed list in %s', (locale) => {
    const silent = keys.filter((key) => errorText(key, locale) === key || errorText(key, locale) === '')
    expect(silent).toEqual([])
  })

  it('has the same keys in every language, and a Chinese text where Chinese is asked', () => {
    const [first, ...others] = locales.map((locale) =>
      Object.keys(
        JSON.parse(
          readFileSync(new URL(`../../locales/${locale}/errors.json`, import.meta.url), 'utf8'),
        ) as object,
      ),
    )
    for (const other of others) expect(other).toEqual(first)
    expect(keys.filter((key) => !/\p{Script=Han}/u.test(errorText(key, 'zh-CN')))).toEqual([])
    expect(keys.filter((key) => /\p{Script=Han}/u.test(errorText(key, 'en')))).toEqual([])
  })
})

describe('preferredLocale', () => {
  it.each([
    [undefined, 'zh-CN'],
    ['', 'zh-CN'],
    ['fr, de;q=0.5', 'zh-CN'],
    ['*', 'zh-CN'],
    ['en-GB,en;q=0.9', 'en'],
    ['zh-TW', 'zh-CN'],
    ['zh;q=0.3, en;q=0.8', 'en'],
    ['en;q=0, zh-CN', 'zh-CN'],
    ['EN', 'en'],
    ['en;q=abc;;;,,,', 'en'],
  ])('%s → %s', (header, locale) => {
    expect(preferredLocale(header)).toBe(locale)
  })
})

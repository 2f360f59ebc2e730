import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { httpStatusByErrorKey, type ErrorKey } from '#contract/errors.ts'
import { locales } from '#contract/locale.ts'
import { checkForm } from '#contract/form/check-form.ts'
import type { FormField } from '#contract/form/form-shape.ts'
import { plainFields } from '../../tests/support/form-fields.ts'
import { errorText, preferredLocale } from './error-texts.ts'

const keys = Object.keys(httpStatusByErrorKey) as ErrorKey[]

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

describe('texts of refused fields', () => {
  it.each<[FormField, unknown, string, string]>([
    [{ ...plainFields.string, required: true }, null, 'please enter String', '请输入String（中）'],
    [plainFields.email, 'x', 'Email is not a valid email', 'Email（中）不是有效的电子邮箱'],
    [plainFields.phone, '1', 'Phone is not a valid phone number', 'Phone（中）不是有效的电话号码'],
    [plainFields.id_number, 'x', 'Passport is not a valid ID number', 'Passport（中）不是有效的证件号码'],
    [plainFields.date, '2023-02-30', 'Date is not a valid date', 'Date（中）不是有效的日期'],
    [plainFields.integer, ['1'], 'Integer is not a valid whole number', 'Integer（中）不是有效的整数'],
    [{ ...plainFields.integer, max: 9 }, 10, 'Integer must be at most 9.', 'Integer（中）不能大于 9。'],
    [{ ...plainFields.list, min: 2 }, ['a'], 'Please give at least 2.', '至少需要 2 项。'],
  ])('of %j with %j are exact: %s [131-133]', (field, value, english, chinese) => {
    const texts = (['en', 'zh-CN'] as const).map((locale) => {
      const all = new Set(['field'])
      const context = { related: () => undefined, locale }
      const part = { writable: all, changed: all }
      return checkForm({ fields: { field } }, { field: value }, part, context).map(({ key, params }) =>
        errorText(key, locale, params),
      )
    })
    expect(texts).toEqual([[english], [chinese]])
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

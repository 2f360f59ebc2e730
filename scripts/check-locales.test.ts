import { expect, test } from 'vitest'
import { compareLanguages, flatten } from './check-locales.ts'

const compare = (zh: unknown, en: unknown) =>
  compareLanguages(
    'zh-CN',
    new Map([['home.json', flatten(zh)]]),
    'en',
    new Map([['home.json', flatten(en)]]),
  )

test('equal keys and placeholders pass, nested or dotted, with the plurals of each language', () => {
  const zh = { a: { b: '甲' }, days_other: '{{count}} 天' }
  const en = { 'a.b': 'A', days_one: 'one day', days_other: '{{count}} days' }
  expect(compare(zh, en)).toEqual([])
})

test.each([
  [{ a: '甲', b: '乙' }, { a: 'A' }, 'locales/en/home.json: b is missing'],
  [{ a: '甲' }, { a: 'A', b: 'B' }, 'locales/zh-CN/home.json: b is missing'],
  [{ a: '甲' }, { a: ' ' }, 'locales/en/home.json: a is empty'],
  [
    { a: '{{name}} 好' },
    { a: 'Hello {{nam}}' },
    'locales/*/home.json: a has the placeholders [name] and [nam]',
  ],
])('%j and %j differ', (zh, en, difference) => {
  expect(compare(zh, en)).toEqual([difference])
})

test('a file that one language lacks is reported', () => {
  expect(compareLanguages('zh-CN', new Map([['news.json', {}]]), 'en', new Map())).toEqual([
    'locales/en/news.json is missing',
  ])
})

import { expect, test } from 'vitest'
import type { FieldMetadata } from '#contract/metadata.ts'
import { createForumTime } from '#platform/forum-time.ts'
import { formatFieldValue, formatRowTitle } from './field-text.ts'
import type { ValueLabels } from '../field-types/field-type.ts'

const zone = 'Asia/Shanghai'
const labels = (locale: 'zh-CN' | 'en'): ValueLabels => ({
  locale,
  time: createForumTime(zone, locale),
  yes: 'yes',
  no: 'no',
  options: { size: [{ value: '50-100', label: { 'zh-CN': '小', en: 'Small' } }] },
  getLabel: (_, id) => (id === 'r1' ? { 'zh-CN': '一号厅', en: 'Hall 1' } : undefined),
})
const field = (type: string, more: Partial<FieldMetadata> = {}) =>
  ({ type, localized: false, ...more }) as FieldMetadata
const inEnglish = (one: FieldMetadata, value: unknown) => formatFieldValue('f', one, value, labels('en'))

test('formats each type of field in the language and the time zone', () => {
  expect(inEnglish(field('enum', { typeCode: 'size' }), '50-100')).toBe('Small')
  expect(formatFieldValue('f', field('enum', { typeCode: 'size' }), '50-100', labels('zh-CN'))).toBe('小')
  expect(inEnglish(field('datetime'), '2023-09-05T16:30:00Z')).toBe('6 Sep, 00:30')
  expect(inEnglish(field('date'), '2023-09-06')).toBe('Wednesday, 6 September')
  expect(inEnglish(field('boolean'), false)).toBe('no')
  expect(inEnglish(field('relation'), 'r1')).toBe('Hall 1')
  expect(inEnglish(field('relation'), ['r1', 'r9'])).toBe('Hall 1, …')
  expect(inEnglish(field('list'), ['Ann', 'Bo'])).toBe('Ann, Bo')
  expect(formatFieldValue('f', field('list'), ['安', '博'], labels('zh-CN'))).toBe('安、博')
  expect(inEnglish(field('string', { localized: true }), { 'zh-CN': '只有中文', en: '' })).toBe('只有中文')
  expect(inEnglish(field('integer'), 0)).toBe('0')
})

test('an empty value has no text, and an unknown type is shown as raw data', () => {
  for (const nothing of [null, undefined, '', [], { 'zh-CN': '', en: '' }])
    expect(inEnglish(field('enum'), nothing)).toBe('')
  expect(inEnglish(field('hologram'), { depth: 3 })).toBe('{"depth":3}')
  expect(inEnglish(field('enum', { typeCode: 'gone' }), 'old')).toBe('old')
  expect(inEnglish(field('id_number'), '***')).toBe('***')
})

const textField = { type: 'string', localized: false } as FieldMetadata
const module = { titleTemplate: '{{name}} · {{company}}', fields: { name: textField, company: textField } }

test('the dot of a title never starts a line', () => {
  expect(formatRowTitle(module, { name: 'Lin', company: 'Wind Works' }, labels('en'))).toBe(
    'Lin\u00A0· Wind Works',
  )
})

test('an empty segment leaves no dot', () => {
  expect(formatRowTitle(module, { name: 'Lin', company: null }, labels('en'))).toBe('Lin')
  expect(formatRowTitle(module, { company: 'Wind Works' }, labels('en'))).toBe('Wind Works')
})

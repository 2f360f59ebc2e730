import { expect, test } from 'vitest'
import type { FieldMetadata } from '#contract/metadata.ts'
import { createForumTime } from '#lib/forum-time.ts'
import type { ValueLabels } from './field-text.ts'
import { rowTitle } from './row-title.ts'

const words: ValueLabels = {
  locale: 'en',
  time: createForumTime('Asia/Shanghai', 'en'),
  yes: 'yes',
  no: 'no',
  options: {},
  labelOf: () => undefined,
}
const text = { type: 'string', localized: false } as FieldMetadata
const module = { titleTemplate: '{{name}} · {{company}}', fields: { name: text, company: text } }

test('the dot of a title stands at the end of its line, never at the beginning of one', () => {
  expect(rowTitle(module, { name: 'Lin', company: 'Wind Works' }, words)).toBe('Lin\u00A0· Wind Works')
})

test('a part that is not given leaves no dot', () => {
  expect(rowTitle(module, { name: 'Lin', company: null }, words)).toBe('Lin')
  expect(rowTitle(module, { company: 'Wind Works' }, words)).toBe('Wind Works')
})

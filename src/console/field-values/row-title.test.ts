import { expect, test } from 'vitest'
import type { FieldMetadata } from '#contract/metadata.ts'
import { createForumTime } from '#platform/forum-time.ts'
import type { ValueLabels } from '#console/field-types/field-type.ts'
import { formatRowTitle } from './row-title.ts'

const labels: ValueLabels = {
  locale: 'en',
  time: createForumTime('Asia/Shanghai', 'en'),
  yes: 'yes',
  no: 'no',
  options: {},
  getLabel: () => undefined,
}
const text = { type: 'string', localized: false } as FieldMetadata
const module = { titleTemplate: '{{name}} · {{company}}', fields: { name: text, company: text } }

test('the dot of a title never starts a line', () => {
  expect(formatRowTitle(module, { name: 'Lin', company: 'Wind Works' }, labels)).toBe('Lin\u00A0· Wind Works')
})

test('an empty segment leaves no dot', () => {
  expect(formatRowTitle(module, { name: 'Lin', company: null }, labels)).toBe('Lin')
  expect(formatRowTitle(module, { company: 'Wind Works' }, labels)).toBe('Wind Works')
})

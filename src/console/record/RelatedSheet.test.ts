import { expect, test } from 'vitest'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { listReverseRelations } from './RelatedSheet.tsx'

test('a module names a record by each of its relations that can be filtered by, and by no other', () => {
  const from = {
    name: 'talks',
    fields: {
      speakers: { relation: { module: 'people', many: true }, operators: ['eq', 'in'] },
      chair: { relation: { module: 'people', many: false }, operators: ['eq'] },
      hidden: { relation: { module: 'people', many: false }, operators: [] },
      room: { relation: { module: 'rooms', many: false }, operators: ['eq'] },
      title: { operators: ['eq'] },
    },
  } as unknown as ModuleMetadata
  expect(listReverseRelations('people', 'p1', from).map(({ field, filters }) => [field, filters])).toEqual([
    ['speakers', [{ param: 'speakers', op: 'eq', value: 'p1' }]],
    ['chair', [{ param: 'chair', op: 'eq', value: 'p1' }]],
  ])
})

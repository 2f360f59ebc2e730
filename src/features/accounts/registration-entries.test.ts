import { expect, test } from 'vitest'
import type { OutboxEntry } from '#outbox/index.ts'
import { entriesAbout } from './registration-entries.ts'

const entry = (entityId: string, rowId?: string) =>
  ({
    module: 'registrations',
    entityId,
    ...(rowId !== undefined && { serverRef: { id: rowId } }),
  }) as OutboxEntry

test('the name that a row had on this phone and the server’s are the same row', () => {
  const made = entry('made-1', 'row-1')
  const follow = entry('made-1')
  const later = entry('row-1')
  const other = entry('row-2')
  expect(entriesAbout([made, follow, later, other], 'registrations', 'row-1')).toEqual([made, follow, later])
  expect(entriesAbout([made], 'staff_registrations', 'row-1')).toEqual([])
})

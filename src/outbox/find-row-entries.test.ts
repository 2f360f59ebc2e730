import { expect, test } from 'vitest'
import { findRowEntries } from './find-row-entries.ts'
import type { OutboxEntry } from './entry.ts'

const entry = (entityId: string, rowId?: string) =>
  ({
    module: 'registrations',
    entityId,
    ...(rowId !== undefined && { serverRef: { id: rowId } }),
  }) as OutboxEntry

test('finds entries by the device’s id and by the server’s id of a row', () => {
  const made = entry('made-1', 'row-1')
  const follow = entry('made-1')
  const later = entry('row-1')
  const other = entry('row-2')
  const row = { id: 'row-1' }
  expect(findRowEntries([made, follow, later, other], 'registrations', row)).toEqual([made, follow, later])
  expect(findRowEntries([made], 'staff_registrations', row)).toEqual([])
})

test('finds the entry of a row by its client row id before any response came', () => {
  const waiting = [entry('made-1'), entry('made-2')]
  expect(findRowEntries(waiting, 'registrations', { id: 'row-1', client_row_id: 'made-1' })).toEqual([
    waiting[0],
  ])
  expect(findRowEntries(waiting, 'registrations', { id: 'row-1', client_row_id: null })).toEqual([])
})

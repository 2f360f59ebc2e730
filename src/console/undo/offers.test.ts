import { expect, test } from 'vitest'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { registrations } from '#contract/modules/registrations.ts'
import type { OutboxEntry } from '#outbox/index.ts'
import { toUndoOffer } from './offers.ts'

const metadata = { permissions: ['history'], actions: registrations.actions } as unknown as ModuleMetadata
const done = (deed: OutboxEntry['deed'], version?: number) =>
  ({
    deed,
    module: 'registrations',
    entityId: 'r1',
    title: 'Lin',
    serverRef: { id: 'r1', ...(version !== undefined && { version }) },
  }) as OutboxEntry

test('offers undo for edits, deletions and undoable actions, and says what stays', () => {
  const offer = { module: 'registrations', rowId: 'r1', title: 'Lin' }
  expect(toUndoOffer(done({ kind: 'delete' }), metadata)).toEqual(offer)
  expect(toUndoOffer(done({ kind: 'update', baseVersion: 2 }, 3), metadata)).toEqual({ ...offer, version: 3 })
  expect(toUndoOffer(done({ kind: 'action', name: 'approve', baseVersion: 2 }, 3), metadata)).toEqual({
    ...offer,
    version: 3,
    hasNotified: true,
  })
  expect(toUndoOffer(done({ kind: 'action', name: 'start_review' }, 3), metadata)).toEqual({
    ...offer,
    version: 3,
  })
})

test('offers nothing that cannot be undone', () => {
  expect(toUndoOffer(done({ kind: 'create' }, 1), metadata)).toBeUndefined()
  expect(toUndoOffer(done({ kind: 'update', baseVersion: 3 }, 3), metadata)).toBeUndefined()
  expect(toUndoOffer(done({ kind: 'action', name: 'withdraw' }, 3), metadata)).toBeUndefined()
  expect(toUndoOffer(done({ kind: 'delete' }), { ...metadata, permissions: ['list'] })).toBeUndefined()
})

import type { ModuleMetadata } from '#contract/metadata.ts'
import type { OutboxEntry } from '#outbox/index.ts'
import type { UndoOffer } from './offers.ts'

/**
 * Converts a sent outbox entry to an undo offer; undefined for a created row, an action whose definition does not
 * allow undo, and an edit without changes.
 */
export function toUndoOffer(
  { deed, entityId, title, serverRef, module }: OutboxEntry,
  metadata: Pick<ModuleMetadata, 'permissions' | 'actions'>,
): UndoOffer | undefined {
  if (!metadata.permissions.includes('history')) return undefined
  const offer = { module, rowId: serverRef?.id ?? entityId, title }
  if (deed.kind === 'delete') return offer
  if (deed.kind === 'create' || serverRef?.version === undefined) return undefined
  const { version } = serverRef
  if (deed.baseVersion !== undefined && version <= deed.baseVersion) return undefined
  if (deed.kind === 'update') return { ...offer, version }
  const action = metadata.actions[deed.name]
  return action?.undoable ? { ...offer, version, ...(action.tells && { hasNotified: true }) } : undefined
}

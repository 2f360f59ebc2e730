import type { ModuleMetadata } from '#contract/metadata.ts'
import type { OutboxEntry } from '#outbox/index.ts'
import type { UndoOffer } from './offers.ts'

/**
 * How an arrived entry of the outbox can be taken back; undefined for what cannot: a row that was made, an action of
 * which the definition does not say so, an edit that changed nothing.
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
  return action?.undoable ? { ...offer, version, ...(action.tells && { isTold: true }) } : undefined
}

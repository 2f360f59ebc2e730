import type { OwnRowIds } from '#contract/row.ts'
import type { OutboxEntry } from './entry.ts'

/**
 * What waits or was sent about a row: by the server's id of it, by the one that this device gave it, which the row keeps
 * though the answer to its making was lost, or by the one that led to it.
 * @param entries of one person, the newest last
 */
export function findRowEntries(
  entries: readonly OutboxEntry[],
  module: string,
  { id, client_row_id: clientId }: OwnRowIds,
): readonly OutboxEntry[] {
  const ofModule = entries.filter((entry) => entry.module === module)
  const names = new Set([
    id,
    clientId ?? id,
    ...ofModule.filter(({ serverRef }) => serverRef?.id === id).map(({ entityId }) => entityId),
  ])
  return ofModule.filter(({ entityId }) => names.has(entityId))
}

/** Whether the row is what the entry makes: the server has it, whatever became of the answer. */
export function hasArrived({ deed, entityId }: OutboxEntry, row: OwnRowIds | undefined): boolean {
  return deed.kind === 'create' && row?.client_row_id === entityId
}

import type { OwnRowIds } from '#contract/row.ts'
import type { OutboxEntry } from './entry.ts'

/**
 * Finds the entries about a row, sent ones included. They name the row by the server's id or by the id that this device
 * gave it. The row carries the device's id even when the response to its creation was lost.
 * @param entries of one user, the newest last
 */
export function findRowEntries(
  entries: readonly OutboxEntry[],
  module: string,
  { id, client_row_id: clientId }: OwnRowIds,
): readonly OutboxEntry[] {
  const moduleEntries = entries.filter((entry) => entry.module === module)
  const ids = new Set([
    id,
    clientId ?? id,
    ...moduleEntries.filter(({ serverRef }) => serverRef?.id === id).map(({ entityId }) => entityId),
  ])
  return moduleEntries.filter(({ entityId }) => ids.has(entityId))
}

/** Returns whether the entry created this row: the server has it, even when its response was lost. */
export function hasArrived({ deed, entityId }: OutboxEntry, row: OwnRowIds | undefined): boolean {
  return deed.kind === 'create' && row?.client_row_id === entityId
}

import { authStore } from '#platform/auth.ts'
import { listRevisions } from '../data/row-operations.ts'
import { restoreWithConfirm } from './restore-with-confirm.ts'
import type { UndoOffer } from './offers.ts'

/** Result of an undo. */
export type UndoResult = 'done' | 'changed_since'

/**
 * Undoes a write by restoring the version before it. A row that another user has changed since stays as it is.
 * @throws ApiError, NetworkError
 */
export async function undoWrite({ module, rowId: id, version }: UndoOffer): Promise<UndoResult> {
  if (version === undefined) {
    await restoreWithConfirm(module, { id })
    return 'done'
  }
  const [newest] = await listRevisions(module, id)
  // An edit to values that the row already had creates no version.
  if (newest?.version !== version || newest.actor?.id !== authStore.getUser().id) return 'changed_since'
  await restoreWithConfirm(module, { id, version: version - 1, known: version })
  return 'done'
}

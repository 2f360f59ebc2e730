import { authStore } from '#lib/auth.ts'
import { listRevisions } from '../data/row-operations.ts'
import { restoreAsking } from './restore-asking.ts'
import type { UndoOffer } from './offers.ts'

/** What became of it. */
export type UndoResult = 'done' | 'changed_since'

/**
 * Takes a write back by bringing the version before it: the write is on the server already. What somebody else wrote
 * since is left alone.
 * @throws ApiError, NetworkError
 */
export async function undoWrite({ module, rowId: id, version }: UndoOffer): Promise<UndoResult> {
  if (version === undefined) {
    await restoreAsking(module, { id })
    return 'done'
  }
  const [newest] = await listRevisions(module, id)
  // An edit that others had made already has made no version of its own.
  if (newest?.version !== version || newest.actor?.id !== authStore.getUser().id) return 'changed_since'
  await restoreAsking(module, { id, version: version - 1, known: version })
  return 'done'
}

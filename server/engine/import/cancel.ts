import type { ImportState } from '#contract/transfer.ts'
import type { ImportRequest } from './import-deps.ts'
import { getImport, transitionImport } from './import-job.ts'
import type { ImportQueue } from './import-queue.ts'

/**
 * Gives a dry run up, or ends its writing, which is taken back. What is written already stays, to be undone.
 * @returns what became of it
 * @throws Refusal `import.unknown_token`
 */
export async function cancelImport(
  call: ImportRequest,
  turns: ImportQueue,
  token: string,
): Promise<{ state: ImportState }> {
  await getImport(call, token)
  turns.cancel(token)
  // Waits for a writing that is under way: either it is taken back by now, or it was done before.
  const { kysely } = call.parts.db
  if (await transitionImport(kysely, token, { from: 'checked', to: 'cancelled' }))
    // Nothing will come of what the file says.
    await kysely.deleteFrom('import_rows').where('import_id', '=', token).execute()
  const { state } = await getImport(call, token)
  return { state: state === 'reading' ? 'checked' : state }
}

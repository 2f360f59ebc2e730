import type { Kysely } from 'kysely'
import type { Tables } from './client.ts'

/**
 * Deletes the revisions of rows, or only the earlier values of some of their columns, for example when retention erases
 * these columns.
 * @param columns names of these columns; all revisions are deleted when absent
 */
export async function deleteRevisions(
  trx: Kysely<Tables>,
  module: string,
  rowIds: readonly string[],
  columns?: readonly string[],
): Promise<void> {
  if (rowIds.length === 0) return
  if (!columns) {
    await trx.deleteFrom('row_revisions').where('module', '=', module).where('row_id', 'in', rowIds).execute()
    return
  }
  const rows = await trx
    .selectFrom('row_revisions')
    .select(['row_id', 'version', 'before'])
    .where('module', '=', module)
    .where('row_id', 'in', rowIds)
    .execute()
  for (const row of rows) {
    const before = JSON.parse(row.before) as Record<string, unknown>
    const remainingEntries = Object.entries(before).filter(([column]) => !columns.includes(column))
    if (remainingEntries.length === Object.keys(before).length) continue
    await trx
      .updateTable('row_revisions')
      .set({ before: JSON.stringify(Object.fromEntries(remainingEntries)) })
      .where('module', '=', module)
      .where('row_id', '=', row.row_id)
      .where('version', '=', row.version)
      .execute()
  }
}

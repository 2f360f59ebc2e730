import type { ModuleMetadata } from '#contract/metadata.ts'
import { listTemplateFields } from '#contract/module-definition.ts'
import { listRows, type Row, type RowQueryParams } from '../data/console-api.ts'

/** Maximum number of ids per request; more make the URL too long. */
const maxIdsPerRequest = 50
/** Rows per request without ids; the server allows organisers up to 500. */
const rowsPerRequest = 200

/**
 * Loads the current rows of a bulk operation with their permissions: the chosen ones, or all rows of the list that
 * paging can reach.
 */
export async function collectRows(
  metadata: ModuleMetadata,
  { params: rowParams, ids }: { params: RowQueryParams; ids: readonly string[] | undefined },
  { signal }: { signal: AbortSignal },
): Promise<Row[]> {
  const fields = listTemplateFields(metadata.titleTemplate).filter((field) =>
    Object.hasOwn(metadata.fields, field),
  )
  const { name, limits } = metadata
  if (ids) {
    const found: Row[] = []
    for (let from = 0; from < ids.length; from += maxIdsPerRequest) {
      const value = ids.slice(from, from + maxIdsPerRequest)
      const filters = [{ param: 'id', op: 'in', value } as const]
      const params = { filters, fields, drafts: rowParams.drafts, page: 1, size: maxIdsPerRequest }
      found.push(...(await listRows(name, params, { signal })).items)
    }
    return found
  }
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const size = Math.min(rowsPerRequest, limits.reach)
    const { items, total } = await listRows(name, { ...rowParams, fields, page, size }, { signal })
    rows.push(...items)
    if (items.length === 0 || rows.length >= total || rows.length + size > limits.reach) return rows
  }
}

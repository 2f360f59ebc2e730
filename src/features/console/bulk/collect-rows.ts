import type { ModuleMetadata } from '#contract/metadata.ts'
import { templateFields } from '#contract/module-definition.ts'
import { listRows, type Row, type RowQueryParams } from '../data/console-api.ts'

/** Rows a call: as many as their ids may be in an address. */
const idsOfCall = 50
/** Rows a call where no ids are named; the server gives organisers up to 500. */
const rowsOfCall = 200

/**
 * The rows that something is to be done with, as they are now, each with what may be done with it: those that were
 * chosen, or all that the list asks for as far as it can be paged through.
 */
export async function collectRows(
  metadata: ModuleMetadata,
  { asked, ids }: { asked: RowQueryParams; ids: readonly string[] | undefined },
  { signal }: { signal: AbortSignal },
): Promise<Row[]> {
  const fields = templateFields(metadata.titleTemplate).filter((field) =>
    Object.hasOwn(metadata.fields, field),
  )
  const { name, limits } = metadata
  if (ids) {
    const found: Row[] = []
    for (let from = 0; from < ids.length; from += idsOfCall) {
      const value = ids.slice(from, from + idsOfCall)
      const filters = [{ param: 'id', op: 'in', value } as const]
      const params = { filters, fields, drafts: asked.drafts, page: 1, size: idsOfCall }
      found.push(...(await listRows(name, params, { signal })).items)
    }
    return found
  }
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const size = Math.min(rowsOfCall, limits.reach)
    const { items, total } = await listRows(name, { ...asked, fields, page, size }, { signal })
    rows.push(...items)
    if (items.length === 0 || rows.length >= total || rows.length + size > limits.reach) return rows
  }
}

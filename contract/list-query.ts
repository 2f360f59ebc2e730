import type { ListParams } from './api.ts'
import { writeFilterJson, writeFilters, writeSorters } from './filters.ts'

/**
 * Formats the query parameters of a list call: in the legacy form, and in `fq` only what that form cannot express.
 * Equal params give equal texts, so that HTTP caches find them again.
 */
export function toListQuery(params: ListParams): Record<string, string> {
  const { filters, rest } = writeFilters(params.filters ?? [])
  const sorters = writeSorters(params.sorters ?? {})
  return {
    ...(filters ? { filters } : {}),
    ...(rest.length > 0 ? { fq: writeFilterJson(rest) } : {}),
    ...(sorters ? { sorters } : {}),
    ...(params.q ? { q: params.q } : {}),
    ...(params.page === undefined ? {} : { page: String(params.page) }),
    ...(params.size === undefined ? {} : { size: String(params.size) }),
    ...(params.fields ? { fields: params.fields.join(',') } : {}),
    ...(params.drafts ? { drafts: 'true' } : {}),
    ...(params.own ? { own: 'true' } : {}),
  }
}

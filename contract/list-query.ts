import type { ListParams } from './api.ts'
import { writeFilterJson } from './filter-json.ts'
import { writeFilters, writeSorters } from './filters.ts'

/**
 * The query parameters of a list call: the legacy form, and `fq` only for what that form cannot carry.
 * Equal params give equal texts, so that caches on the way find them again.
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

import type { FilterItem } from '#contract/filters.ts'
import type { FieldMetadata, ModuleMetadata } from '#contract/metadata.ts'
import type { RowQueryParams } from './console-api.ts'

/** Short text types in which users search. */
const textTypes = new Set<FieldMetadata['type']>(['string', 'email', 'phone'])
/**
 * The server limits the conditions of a request (`query.too_many_filters`). These limits leave room for the
 * filters of the list.
 */
const maxFields = 4
const maxWords = 3

/** Whether the user can search the module. */
export function isSearchable(metadata: Pick<ModuleMetadata, 'fields'>): boolean {
  return hasFullTextSearch(metadata) || listTextFields(metadata).length > 0
}

/**
 * Combines search text and filters of a list. A module without full-text search is searched by `like`
 * conditions: each word in each short text field that the user may filter by.
 */
export function toSearchFilters(
  metadata: Pick<ModuleMetadata, 'fields'>,
  searchText: string,
  filters: readonly FilterItem[],
): Pick<RowQueryParams, 'filters' | 'q'> {
  if (searchText.trim() === '') return { filters }
  if (hasFullTextSearch(metadata)) return { filters, q: searchText }
  return { filters: [...filters, ...buildTextFilters(listTextFields(metadata), searchText)] }
}

const hasFullTextSearch = ({ fields }: Pick<ModuleMetadata, 'fields'>) =>
  Object.values(fields).some(({ searchable }) => searchable)

const listTextFields = ({ fields }: Pick<ModuleMetadata, 'fields'>) =>
  Object.entries(fields)
    .filter(([, field]) => textTypes.has(field.type) && !field.masked && field.operators.includes('like'))
    .map(([name]) => name)
    .slice(0, maxFields)

function buildTextFilters(fields: readonly string[], searchText: string): FilterItem[] {
  return searchText
    .trim()
    .split(/\s+/)
    .slice(0, maxWords)
    .flatMap((value) => {
      const [firstFilter, ...alternatives] = fields.map((param): FilterItem => ({ param, op: 'like', value }))
      return firstFilter ? [{ ...firstFilter, ors: alternatives }] : []
    })
}

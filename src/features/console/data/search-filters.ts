import type { FilterItem } from '#contract/filters.ts'
import type { FieldMetadata, ModuleMetadata } from '#contract/metadata.ts'
import type { RowQueryParams } from './console-api.ts'

/** Types of texts of which people know a piece by heart. */
const known = new Set<FieldMetadata['type']>(['string', 'email', 'phone'])
/** A server takes so many conditions and no more (`query.too_many_filters`): some are left for the list's own filters. */
const mostFields = 4
const mostWords = 3

/** Whether words find anything in the module, for this person. */
export function isSearchable(metadata: Pick<ModuleMetadata, 'fields'>): boolean {
  return isSearched(metadata) || wordFields(metadata).length > 0
}

/**
 * What is asked for words and filters: words by the module's search. Where its definition has none, as where nothing
 * public is told of its rows, every word is sought in the short texts that the person may filter by.
 */
export function toSearchFilters(
  metadata: Pick<ModuleMetadata, 'fields'>,
  words: string,
  filters: readonly FilterItem[],
): Pick<RowQueryParams, 'filters' | 'q'> {
  if (words.trim() === '') return { filters }
  if (isSearched(metadata)) return { filters, q: words }
  return { filters: [...filters, ...filtersOf(wordFields(metadata), words)] }
}

const isSearched = ({ fields }: Pick<ModuleMetadata, 'fields'>) =>
  Object.values(fields).some(({ searchable }) => searchable)

const wordFields = ({ fields }: Pick<ModuleMetadata, 'fields'>) =>
  Object.entries(fields)
    .filter(([, field]) => known.has(field.type) && !field.masked && field.operators.includes('like'))
    .map(([name]) => name)
    .slice(0, mostFields)

function filtersOf(fields: readonly string[], words: string): FilterItem[] {
  return words
    .trim()
    .split(/\s+/)
    .slice(0, mostWords)
    .flatMap((value) => {
      const [first, ...others] = fields.map((param): FilterItem => ({ param, op: 'like', value }))
      return first ? [{ ...first, ors: others }] : []
    })
}

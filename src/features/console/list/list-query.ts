import { templateFields } from '#contract/module-definition.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ChosenColumn, ListState } from '../data/list-state.ts'
import { toSearchFilters } from '../data/search-filters.ts'
import type { RowQueryParams } from '../data/console-api.ts'
import { canSeeDrafts } from '../data/queries.ts'
import { publicationFields } from '../field-values/is-scheduled.ts'

/** Width of a column whose definition gives none, in CSS pixels. */
const defaultWidth = 160

/** A column of a list with its width in CSS pixels. */
export interface Column {
  field: string
  width: number
}

/** The columns that are shown: the person's choice, else the definition's. What does not exist any more is left out. */
export function getVisibleColumns(
  { views, fields }: ModuleMetadata,
  chosen?: readonly ChosenColumn[],
): Column[] {
  const columns: readonly ChosenColumn[] = chosen ?? views.columns
  return columns
    .filter(({ field }) => Object.hasOwn(fields, field))
    .map(({ field, width }) => ({ field, width: width ?? widthOf(views.columns, field) }))
}

function widthOf(columns: ModuleMetadata['views']['columns'], field: string): number {
  return columns.find((column) => column.field === field)?.width ?? defaultWidth
}

/** What a card shows: its title line, its second line, its badges. */
export function getCardFields({ views, titleTemplate, fields }: ModuleMetadata): {
  title: string | undefined
  second: string | undefined
  badges: readonly string[]
} {
  const inTitle = templateFields(titleTemplate).filter((field) => Object.hasOwn(fields, field))
  const { card, columns } = views
  if (card) return { title: card.title, second: card.subtitle, badges: card.badges ?? [] }
  const others = columns.map(({ field }) => field).filter((field) => !inTitle.includes(field))
  return {
    title: inTitle[0] ?? columns[0]?.field,
    second: inTitle[1] ?? others[0],
    badges: others.slice(1, 3),
  }
}

/** What a list shows of its rows, and what the server is asked for it. */
export function buildListQuery(metadata: ModuleMetadata, state: ListState, asTable: boolean) {
  const columns = getVisibleColumns(metadata, state.columns)
  const card = getCardFields(metadata)
  const fields = [
    ...(asTable ? columns.map(({ field }) => field) : []),
    ...[card.title, card.second, ...card.badges].filter((field) => field !== undefined),
    ...publicationFields(metadata),
  ]
  return { columns, card, fields, asked: askedRows(metadata, state, fields) }
}

/** What the server is asked for. Sorters of the definition hold while the person chose none. */
function askedRows(
  metadata: ModuleMetadata,
  { words, filters, sorters }: ListState,
  shown: readonly string[],
): RowQueryParams {
  return {
    ...toSearchFilters(metadata, words, filters),
    sorters: Object.keys(sorters).length > 0 ? sorters : metadata.defaultSorters,
    fields: [...new Set(shown)].filter((field) => Object.hasOwn(metadata.fields, field)).toSorted(),
    drafts: canSeeDrafts(metadata),
  }
}

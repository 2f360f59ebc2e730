import { listTemplateFields } from '#contract/module-definition.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { type ChosenColumn, type ListState, toSearchFilters } from '../data/list-state.ts'
import type { RowQueryParams } from '../data/console-api.ts'
import { canSeeDrafts } from '../data/queries.ts'
import { listPublicationFields } from '../field-values/Scheduled.tsx'

/** Width of a column without one in the definition, in CSS pixels. */
const defaultWidth = 160

/** A column of a list. */
export interface Column {
  /** Key of the field. */
  field: string
  /** In CSS pixels. */
  width: number
}

/** Returns the visible columns: the user's choice, else the definition's. Unknown fields are left out. */
export function getVisibleColumns(
  { views, fields }: ModuleMetadata,
  chosenColumns?: readonly ChosenColumn[],
): Column[] {
  const columns: readonly ChosenColumn[] = chosenColumns ?? views.columns
  return columns
    .filter(({ field }) => Object.hasOwn(fields, field))
    .map(({ field, width }) => ({ field, width: width ?? getDefaultWidth(views.columns, field) }))
}

function getDefaultWidth(columns: ModuleMetadata['views']['columns'], field: string): number {
  return columns.find((column) => column.field === field)?.width ?? defaultWidth
}

/**
 * Returns the keys of a card's fields: title, second line and badges. A definition without a card gets them from the
 * title template, then from the columns.
 */
export function getCardFields({ views, titleTemplate, fields }: ModuleMetadata): {
  title: string | undefined
  secondary: string | undefined
  badges: readonly string[]
} {
  const titleFields = listTemplateFields(titleTemplate).filter((field) => Object.hasOwn(fields, field))
  const { card, columns } = views
  if (card) return { title: card.title, secondary: card.subtitle, badges: card.badges ?? [] }
  const otherFields = columns.map(({ field }) => field).filter((field) => !titleFields.includes(field))
  return {
    title: titleFields[0] ?? columns[0]?.field,
    secondary: titleFields[1] ?? otherFields[0],
    // The first of these fields may already be the second line. Two badges fit on a card.
    badges: otherFields.slice(1, 3),
  }
}

/**
 * Builds the request of a list (`params`) and what to show of its rows: `columns` of a table, `card` for cards, and
 * `fields`, the keys of all of them. A request for cards does not load the table's columns.
 */
export function buildListQuery(metadata: ModuleMetadata, state: ListState, isTable: boolean) {
  const columns = getVisibleColumns(metadata, state.columns)
  const card = getCardFields(metadata)
  const fields = [
    ...(isTable ? columns.map(({ field }) => field) : []),
    ...[card.title, card.secondary, ...card.badges].filter((field) => field !== undefined),
    ...listPublicationFields(metadata),
  ]
  return { columns, card, fields, params: toRowQueryParams(metadata, state, fields) }
}

/** Builds the parameters of the request. The definition's sorters apply while the user chose none. */
function toRowQueryParams(
  metadata: ModuleMetadata,
  { searchText, filters, sorters }: ListState,
  columnFields: readonly string[],
): RowQueryParams {
  return {
    ...toSearchFilters(metadata, searchText, filters),
    sorters: Object.keys(sorters).length > 0 ? sorters : metadata.defaultSorters,
    // Sorted, so that the same columns in another order are the same query.
    fields: [...new Set(columnFields)].filter((field) => Object.hasOwn(metadata.fields, field)).toSorted(),
    drafts: canSeeDrafts(metadata),
  }
}

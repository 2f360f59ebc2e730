import type { Kysely } from 'kysely'
import type { ExportBody } from '#contract/transfer.ts'
import type { Locale } from '#contract/locale.ts'
import type { Tables } from '#server/db/client.ts'
import type { Caller } from '#server/http/caller.ts'
import { getModule } from '../query/access.ts'
import type { SheetColumn } from '../field-types/sheet-column.ts'
import { parseListQuery, type ListQuery } from '../query/list-request.ts'
import { moduleTables } from '../../db/module-tables.ts'
import { planQuery, type QueryPlan } from '../query/query-plan.ts'
import type { Registry } from '../schema/registry.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { exportColumns } from './export-columns.ts'

/** What a caller asks to take out. */
export interface ExportRequest extends Pick<ExportBody, 'ids' | 'columns'> {
  caller: Caller
  module: string
  /** The address: of it count filters, sorters, words and drafts. */
  query: ListQuery
  /** Language of the columns and of the labels in cells. */
  locale: Locale
}

/** An export as the caller may make it. */
export interface ExportPlan {
  module: ServerModule
  columns: readonly SheetColumn[]
  /** Which rows, in which order, and the fields that the columns need. */
  query: QueryPlan
  /** Only these rows, in their order, none for an empty list; all of the query when absent. */
  ids?: readonly string[]
}

/**
 * Holds an export against what the caller may see.
 * @throws Refusal; for a column that the caller may not have the very same as for one that there is not
 */
export function planExport(
  { kysely, registry }: { kysely: Kysely<Tables>; registry: Registry },
  { caller, module: name, query, locale, ids, columns: wanted }: ExportRequest,
): ExportPlan {
  const module = getModule(registry, caller, name, 'export')
  const columns = exportColumns(caller, module, wanted)
  const { filters, fq, sorters, q, drafts } = query
  // Chosen rows win over what the list is narrowed to (checklist 318).
  const asked = ids ? { drafts } : { filters, fq, sorters, q, drafts }
  const given = Object.entries(asked).filter(([, text]) => text !== undefined)
  const request = {
    ...parseListQuery(Object.fromEntries(given), module.definition, false),
    fields: [...new Set(columns.map(({ key }) => key))],
  }
  const plan = planQuery(moduleTables(kysely), module, { caller, locale }, request)
  return { module, columns, query: plan, ...(ids && { ids: [...new Set(ids)] }) }
}

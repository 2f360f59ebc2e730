import type { Kysely } from 'kysely'
import { moduleTables } from '../../db/module-tables.ts'
import { getModule } from '../query/access.ts'
import { listCallerColumns } from '#server/engine/schema/visible-fields.ts'
import { parseListQuery, type ListQuery } from '../query/list-request.ts'
import { planQuery, type QueryPlan } from '../query/query-plan.ts'
import type { Registry } from '../schema/registry.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { createUnknownFieldError, visibleFields } from '../schema/visible-fields.ts'
import type { Locale } from '#contract/locale.ts'
import type { ExportBody } from '#contract/transfer.ts'
import type { Tables } from '#server/db/client.ts'
import type { SheetColumn } from '#server/engine/field-types/sheet-columns.ts'

import type { Caller } from '#server/http/caller.ts'

/** An export request of a caller. */
export interface ExportRequest extends Pick<ExportBody, 'ids' | 'columns'> {
  caller: Caller
  /** Name of the module. */
  module: string
  /** Query parameters of the list: filters, sorters, search words and drafts are used, paging is ignored. */
  query: ListQuery
  /** Language of the columns and of the labels in cells. */
  locale: Locale
}

/** An export within the caller's permissions. */
export interface ExportPlan {
  module: ServerModule
  columns: readonly SheetColumn[]
  /** Selects and orders the rows, with the fields that the columns need. */
  query: QueryPlan
  /** Exports only the rows with these ids, in this order; when absent, all rows of the query. */
  ids?: readonly string[]
}

/**
 * Plans an export within the caller's permissions.
 * @throws HttpError, the same for a column that the caller may not export as for one that does not exist
 */
export function planExport(
  { kysely, registry }: { kysely: Kysely<Tables>; registry: Registry },
  { caller, module: name, query, locale, ids, columns: requestedPaths }: ExportRequest,
): ExportPlan {
  const module = getModule(registry, caller, name, 'export')
  const columns = selectExportColumns(caller, module, requestedPaths)
  const { filters, fq, sorters, q, drafts } = query
  // Rows that are named by id are exported even when they do not match the filters of the list.
  const params = ids ? { drafts } : { filters, fq, sorters, q, drafts }
  const presentParams = Object.entries(params).filter(([, text]) => text !== undefined)
  const request = {
    ...parseListQuery(Object.fromEntries(presentParams), module.definition, false),
    fields: [...new Set(columns.map(({ key }) => key))],
  }
  const plan = planQuery(moduleTables(kysely), module, { caller, locale }, request)
  return { module, columns, query: plan, ...(ids && { ids: [...new Set(ids)] }) }
}

/**
 * Selects the columns of an export: the requested ones in their order, or all that the caller may export.
 * @throws HttpError, the same for a column that the caller may not export as for one that does not exist
 */
export function selectExportColumns(
  caller: Caller,
  module: ServerModule,
  requestedPaths: readonly string[] | undefined,
): SheetColumn[] {
  const visible = visibleFields(caller, module, 'output')
  const columns = listCallerColumns(caller, module).filter(
    ({ key, field }) => visible.has(key) && field.surfaces.export,
  )
  if (!requestedPaths) return columns
  return [...new Set(requestedPaths)].map((path) => {
    const column = columns.find((one) => one.path === path)
    if (!column) throw createUnknownFieldError(path)
    return column
  })
}

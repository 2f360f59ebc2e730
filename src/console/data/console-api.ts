import { paths, type ListParams, type RelationshipData } from '#contract/api.ts'
import type { ModuleSummary } from '#contract/module-summary.ts'
import type { ListData } from '#contract/envelope.ts'
import { toListQuery } from '#contract/list-query.ts'
import type { RowPermissions } from '#contract/row-api.ts'
import type { ExportBody, ExportCount } from '#contract/transfer.ts'
import { api } from '#platform/api.ts'
import type { DownloadedFile } from '#platform/http/client.ts'
import { reportMissingModule, withRevisionReporting } from './metadata-revision.ts'

/** Read timeout in milliseconds. Longer than usual, because a list may sort ten thousand rows. */
const readLimitMs = 15_000

/** A row of any module. */
export type Row = Readonly<Record<string, unknown>> & {
  id: string
  version: number
  permissions?: RowPermissions
}

type Options = { signal?: AbortSignal }

/** Filters, order, fields and page of a list request. */
export interface RowQueryParams extends Omit<ListParams, 'drafts'> {
  /** Includes unpublished rows, for users who may see them. */
  drafts: boolean
}

/** Lists the modules that the user manages, with the numbers of their pending rows. */
export async function listManagedModules({ signal }: Options = {}): Promise<ModuleSummary[]> {
  const summaries = (await api.get(
    paths.modules,
    { with: 'waiting' },
    { limitMs: readLimitMs, ...(signal && { signal }) },
  )) as ModuleSummary[]
  return summaries.filter(({ managed }) => managed)
}

/** Lists a page of a module's rows, each with the caller's permissions. */
export async function listRows(
  module: string,
  { drafts, ...params }: RowQueryParams,
  { signal }: Options = {},
): Promise<ListData<Row>> {
  const query = { ...toListQuery(params), with: 'permissions', ...(drafts && { drafts: '1' }) }
  const options = { limitMs: readLimitMs, ...withRevisionReporting(module), ...(signal && { signal }) }
  return reportMissingModule(module, api.get(paths.list(module), query, options) as Promise<ListData<Row>>)
}

/** Gets one row with the caller's permissions. Here `not_found` says nothing about the module, so it is not reported. */
export async function getRow(
  module: string,
  id: string,
  { drafts, signal }: { drafts: boolean } & Options,
): Promise<Row> {
  const query = { with: 'permissions', ...(drafts && { drafts: '1' }) }
  return (await api.get(paths.detail(module, id), query, {
    limitMs: readLimitMs,
    ...withRevisionReporting(module),
    ...(signal && { signal }),
  })) as Row
}

/**
 * Lists the titles of the rows that a relation field refers to.
 * @param module name of the module that has the field
 * @param field key of the relation field
 * @param ids of the related rows; at most as many as the server returns in one page
 */
export async function listLabels(
  module: string,
  field: string,
  ids: readonly string[],
  { drafts, signal }: { drafts: boolean } & Options,
): Promise<RelationshipData['items']> {
  const query = { field, ids: ids.join(','), size: String(ids.length), ...(drafts && { drafts: '1' }) }
  const { items } = (await api.get(paths.relationship(module), query, {
    limitMs: readLimitMs,
    ...(signal && { signal }),
  })) as RelationshipData
  return items
}

/**
 * Searches the rows that a relation field may refer to; returns the first page.
 * @param text search text; all rows when empty
 */
export async function listRelated(
  module: string,
  field: string,
  text: string,
  { drafts, signal }: { drafts: boolean } & Options,
): Promise<RelationshipData> {
  const query = { field, ...(text && { q: text }), ...(drafts && { drafts: '1' }) }
  return (await api.get(paths.relationship(module), query, {
    limitMs: readLimitMs,
    ...(signal && { signal }),
  })) as RelationshipData
}

/** The rows of an export: the chosen ones, or all rows of the list when `ids` is undefined. */
export interface ExportParams {
  module: string
  params: RowQueryParams
  ids: readonly string[] | undefined
}

/** Counts the rows of an export and lists the columns that its file can have. */
export async function countExport(
  { module, params, ids }: ExportParams,
  { signal }: Options = {},
): Promise<ExportCount> {
  const body: ExportBody = { count: true, ...(ids && { ids }) }
  return (await api.post(paths.export(module), body, {
    params: buildExportQuery(params, ids),
    limitMs: readLimitMs,
    ...(signal && { signal }),
  })) as ExportCount
}

/** Downloads the rows as a file. There is no timeout: the caller aborts. */
export function downloadExport(
  { module, params, ids }: ExportParams,
  { format, columns }: Pick<ExportBody, 'format' | 'columns'>,
  options: { signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<DownloadedFile> {
  const body: ExportBody = { ...(format && { format }), ...(columns && { columns }), ...(ids && { ids }) }
  return api.download(paths.export(module), buildExportQuery(params, ids), { ...options, body })
}

/** Builds the query of an export. Chosen rows (`ids`) replace the filters, sorters and search text of the list. */
function buildExportQuery(
  { drafts, filters, sorters, q }: RowQueryParams,
  ids: readonly string[] | undefined,
) {
  const list = toListQuery({ ...(filters && { filters }), ...(sorters && { sorters }), ...(q && { q }) })
  return { ...(ids ? {} : list), ...(drafts && { drafts: '1' }) }
}

import { paths, type ListParams, type RelationshipData } from '#contract/api.ts'
import type { ModuleSummary } from '#contract/module-summary.ts'
import type { ListData } from '#contract/envelope.ts'
import { toListQuery } from '#contract/list-query.ts'
import type { RowPermissions } from '#contract/row-api.ts'
import type { ExportBody, ExportCount } from '#contract/transfer.ts'
import { api } from '#lib/api.ts'
import type { DownloadedFile } from '#lib/http/client.ts'
import { reportMissingModule, withRevisionReporting } from './metadata-revision.ts'

/** Longest wait for a list of the console, in milliseconds: it may be ten thousand rows that are sorted for the first time. */
const readLimitMs = 15_000

/** A row of any module. */
export type Row = Readonly<Record<string, unknown>> & {
  id: string
  version: number
  permissions?: RowPermissions
}

type Options = { signal?: AbortSignal }

/** What of a module's rows is asked. */
export interface RowQueryParams extends Omit<ListParams, 'drafts'> {
  /** Rows that are not published too: whoever may see them wants them here. */
  drafts: boolean
}

/** The modules that the caller works with, with what waits in them. */
export async function listManagedModules({ signal }: Options = {}): Promise<ModuleSummary[]> {
  const entries = (await api.get(
    paths.modules,
    { with: 'waiting' },
    { limitMs: readLimitMs, ...(signal && { signal }) },
  )) as ModuleSummary[]
  return entries.filter(({ managed }) => managed)
}

/** A page of a module's rows, each with what the caller may do with it. */
export async function listRows(
  module: string,
  { drafts, ...params }: RowQueryParams,
  { signal }: Options = {},
): Promise<ListData<Row>> {
  const query = { ...toListQuery(params), with: 'permissions', ...(drafts && { drafts: '1' }) }
  const options = { limitMs: readLimitMs, ...withRevisionReporting(module), ...(signal && { signal }) }
  return reportMissingModule(module, api.get(paths.list(module), query, options) as Promise<ListData<Row>>)
}

/** One row, with what the caller may do with it. */
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

/** Titles of the rows that a relation field names. */
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

/** Rows that a relation field may point to, by words; the first page of them. */
export async function listRelated(
  module: string,
  field: string,
  words: string,
  { drafts, signal }: { drafts: boolean } & Options,
): Promise<RelationshipData> {
  const query = { field, ...(words && { q: words }), ...(drafts && { drafts: '1' }) }
  return (await api.get(paths.relationship(module), query, {
    limitMs: readLimitMs,
    ...(signal && { signal }),
  })) as RelationshipData
}

/** What an export takes out: the chosen rows, or all that the list asks for. */
export interface ExportParams {
  module: string
  asked: RowQueryParams
  ids: readonly string[] | undefined
}

/** What an export would hold. */
export async function countExport(
  { module, asked, ids }: ExportParams,
  { signal }: Options = {},
): Promise<ExportCount> {
  const body: ExportBody = { count: true, ...(ids && { ids }) }
  return (await api.post(paths.export(module), body, {
    params: exportQuery(asked, ids),
    limitMs: readLimitMs,
    ...(signal && { signal }),
  })) as ExportCount
}

/** The rows as a file. As long as it takes: the caller may give it up. */
export function downloadExport(
  { module, asked, ids }: ExportParams,
  { format, columns }: Pick<ExportBody, 'format' | 'columns'>,
  options: { signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<DownloadedFile> {
  const body: ExportBody = { ...(format && { format }), ...(columns && { columns }), ...(ids && { ids }) }
  return api.download(paths.export(module), exportQuery(asked, ids), { ...options, body })
}

/** Chosen rows are those; else the filters, sorters and words of the list (checklist 318). */
function exportQuery({ drafts, filters, sorters, q }: RowQueryParams, ids: readonly string[] | undefined) {
  const list = toListQuery({ ...(filters && { filters }), ...(sorters && { sorters }), ...(q && { q }) })
  return { ...(ids ? {} : list), ...(drafts && { drafts: '1' }) }
}

import {
  queryOptions,
  type QueryClient,
  useQueries,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import { paths } from '#contract/api.ts'
import type { ListData } from '#contract/envelope.ts'
import type { FilterItem } from '#contract/filters.ts'
import type { Localized } from '#contract/locale.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { GrantableActions, ModuleSummary } from '#contract/module-summary.ts'
import { api, ApiError } from '#platform/api.ts'
import { networkFirst } from '#platform/network-first.ts'
import { moduleMetadata } from '#platform/module-metadata.ts'
import { createSealedContentCache } from '#platform/sealed-content-cache.ts'
import { getOwnerKey } from '#platform/user-storage-keys.ts'
import { authStore } from '#platform/auth.ts'
import {
  getRow,
  listLabels,
  listManagedModules,
  listRelated,
  listRows,
  type Row,
  type RowQueryParams,
} from './console-api.ts'
import { listRevisions } from './row-operations.ts'
import { useMemo, useState } from 'react'

/** First element of all query keys of the console. */
export const consoleKey = 'console'

/** Rows per page; a tablet shows about 15. */
export const pageSize = 50

/** Id of the signed-in user. It is part of all query keys, so that one user's data is not shown to another. */
const ownerId = () => authStore.getUser().id ?? ''
/** Cached data is rendered at once and replaced by the network's. */
const cacheFirstOptions = () => ({ isCacheFirst: true, ...cacheOptions() })
/** Cached data is rendered only when the network fails or is slow. The device stores the console's data encrypted. */
const cacheOptions = () => ({ cache: createSealedContentCache(getOwnerKey(ownerId())) })

/** Queries the modules that the user manages. Disabled until the user is known. */
export const managedModulesQuery = () =>
  queryOptions({
    queryKey: [consoleKey, 'modules', ownerId()],
    queryFn: networkFirst('console/modules', listManagedModules, cacheFirstOptions()),
    enabled: ownerId() !== '',
    placeholderData: [],
    meta: { quiet: true } as const,
  })

/** Queries the metadata of a module as this user sees it. */
export const metadataQuery = (module: string) =>
  queryOptions({
    queryKey: [consoleKey, 'metadata', ownerId(), module],
    queryFn: networkFirst(
      `console/metadata/${module}`,
      () => moduleMetadata.load(module),
      cacheFirstOptions(),
    ),
    meta: { quiet: true } as const,
  })

/** Whether the user may see unpublished rows of the module. */
export const canSeeDrafts = ({ permissions }: Pick<ModuleMetadata, 'permissions'>): boolean =>
  permissions.includes('drafts')

/**
 * Queries a page of a list; pages start at 1.
 * @param isCacheFirst false where the user decides about rows: another organiser may have decided already
 */
export const rowsQuery = (module: string, params: RowQueryParams, page: number, isCacheFirst = true) =>
  queryOptions({
    queryKey: [consoleKey, 'rows', module, ownerId(), params, page],
    queryFn: networkFirst<ListData<Row>>(
      `console/rows/${module}/${JSON.stringify([params, page])}`,
      (options) => listRows(module, { ...params, page, size: pageSize }, options),
      { isCacheFirst, ...cacheOptions() },
    ),
    meta: { quiet: true } as const,
  })

/** Maximum number of rows that the server returns to an organiser in one response. */
export const maxRows = 500

/**
 * Queries all rows of a short list, up to {@link maxRows}. Not from the cache first: the board places rows by this
 * data, and other organisers may have placed some already.
 */
export const allRowsQuery = (module: string, params: RowQueryParams) =>
  queryOptions({
    queryKey: [consoleKey, 'rows', module, ownerId(), params, 'all'],
    queryFn: networkFirst<ListData<Row>>(
      `console/rows/${module}/${JSON.stringify([params, 'all'])}`,
      (options) => listRows(module, { ...params, page: 1, size: maxRows }, options),
      cacheOptions(),
    ),
    meta: { quiet: true } as const,
  })

/** Queries one row with all fields that the user may see. */
export const rowQuery = (metadata: ModuleMetadata, id: string) =>
  queryOptions({
    queryKey: [consoleKey, 'row', metadata.name, ownerId(), id],
    queryFn: networkFirst<Row>(
      `console/row/${metadata.name}/${id}`,
      ({ signal }) => getRow(metadata.name, id, { drafts: canSeeDrafts(metadata), signal }),
      cacheOptions(),
    ),
    meta: { quiet: true } as const,
  })

/**
 * Queries the titles of related rows by their id. A row without a title here was deleted, or the user may not see it.
 * @param field key of the relation field in the module
 * @param drafts whether unpublished rows get a title too
 */
export const labelsQuery = (module: string, field: string, ids: readonly string[], drafts: boolean) =>
  queryOptions({
    queryKey: [consoleKey, 'labels', module, ownerId(), field, ids],
    queryFn: networkFirst<Record<string, Localized>>(
      `console/labels/${module}/${field}/${ids.join(',')}`,
      async ({ signal }) => {
        const items = await listLabels(module, field, ids, { drafts, signal })
        return Object.fromEntries(items.map(({ id, label }) => [id, label]))
      },
      cacheFirstOptions(),
    ),
    meta: { quiet: true } as const,
  })

/**
 * Queries the rows that a relation field may refer to, by search text.
 * @param field key of the relation field in the module
 * @param drafts whether unpublished rows are found too
 */
export const relatedQuery = (module: string, field: string, text: string, drafts: boolean) =>
  queryOptions({
    queryKey: [consoleKey, 'related', module, ownerId(), field, text],
    queryFn: ({ signal }) => listRelated(module, field, text, { drafts, signal }),
    meta: { quiet: true } as const,
  })

/** Queries the number of rows that match filters. */
export const countQuery = (metadata: ModuleMetadata, filters: readonly FilterItem[]) =>
  queryOptions({
    queryKey: [consoleKey, 'rows', metadata.name, ownerId(), 'count', filters],
    queryFn: async ({ signal }) => {
      // The smallest page: only its total is used.
      const params = { filters, fields: ['id'], page: 1, size: 1, drafts: canSeeDrafts(metadata) }
      return (await listRows(metadata.name, params, { signal })).total
    },
    meta: { quiet: true } as const,
  })

/**
 * Queries the revisions of a row, newest first. Never stored on the device, because old values may have been
 * erased.
 */
export const revisionsQuery = (module: string, id: string) =>
  queryOptions({
    queryKey: [consoleKey, 'history', module, ownerId(), id],
    queryFn: ({ signal }) => listRevisions(module, id, { signal }),
    meta: { quiet: true } as const,
  })

/** Invalidates the queries of a module's rows, and those of the modules, which count the pending rows. */
export function invalidateRows(client: QueryClient, module: string): void {
  for (const scope of ['rows', 'row', 'labels', 'history'])
    void client.invalidateQueries({ queryKey: [consoleKey, scope, module] })
  void client.invalidateQueries({ queryKey: [consoleKey, 'modules'] })
}

/** Rows of a list as far as they have loaded. {@link useRows} creates it for the components of a list. */
export interface Rows {
  /** Number of rows; undefined until the first response. */
  total: number | undefined
  /** Number of rows that scrolling can reach: the server limits paging. */
  reachable: number
  /** Returns the row at an index of the whole list, from 0; undefined until it has loaded. */
  at: (index: number) => Row | undefined
  /** The rows of all requested pages that have loaded, in their order. */
  loaded: readonly Row[]
  /** The error of the first page while no page has loaded. */
  error: Error | null
  /** Every requested page has loaded. */
  isComplete: boolean
  /** The error of any page that has no rows to show. */
  pageError: Error | null
  isRefreshing: boolean
  refresh: () => Promise<void>
}

/** Picks what the list renders, so that other changes of the queries cause no render. */
const selectResult = (results: UseQueryResult<ListData<Row>>[]) =>
  results.map(({ data, error, isFetching }) => ({ data, error, isFetching }))

/**
 * Loads the first page of a list and the pages in view. A jump to the end of ten thousand rows loads two pages.
 * @param params request without page
 * @param first index of the first row in view; `last` is that of the last one
 * @param isCacheFirst see {@link rowsQuery}
 */
export function useRows(
  metadata: ModuleMetadata,
  params: RowQueryParams,
  { first, last }: { first: number; last: number },
  isCacheFirst = true,
): Rows {
  const client = useQueryClient()
  const [firstPage, lastPage] = [Math.floor(first / pageSize) + 1, Math.floor(last / pageSize) + 1]
  const pages = useMemo(() => listPages(firstPage, lastPage), [firstPage, lastPage])
  const results = useQueries({
    queries: pages.map((page) => rowsQuery(metadata.name, params, page, isCacheFirst)),
    combine: selectResult,
  })
  return useMemo(() => {
    const dataByPage = new Map(pages.map((page, index) => [page, results[index]?.data]))
    const total = results.find(({ data }) => data)?.data?.total
    return {
      total,
      reachable: Math.min(total ?? 0, metadata.limits.reach),
      at: (index) => dataByPage.get(Math.floor(index / pageSize) + 1)?.items[index % pageSize],
      loaded: results.flatMap(({ data }) => data?.items ?? []),
      error: total === undefined ? (results[0]?.error ?? null) : null,
      isComplete: results.every(({ data }) => data !== undefined),
      pageError: results.find(({ data, error }) => error && !data)?.error ?? null,
      isRefreshing: results.some(({ isFetching }) => isFetching),
      refresh: () => client.invalidateQueries({ queryKey: [consoleKey, 'rows', metadata.name] }),
    }
  }, [client, metadata, pages, results])
}

/** Lists the pages in view and the first one, which has the total. */
function listPages(firstPage: number, lastPage: number): number[] {
  const inView = Array.from(
    { length: Math.max(1, lastPage - firstPage + 1) },
    (_, index) => firstPage + index,
  )
  return firstPage === 1 ? inView : [1, ...inView]
}

/** A module that can be granted to staff. */
export type GrantableModule = ModuleSummary & { grant: GrantableActions }

/** Queries the modules that can be granted to staff, with the actions of each grant. */
export const grantsQuery = () =>
  queryOptions({
    queryKey: [consoleKey, 'grants', ownerId()],
    queryFn: async ({ signal }) => {
      const entries = (await api.get(paths.modules, { with: 'grants' }, { signal })) as ModuleSummary[]
      return entries.filter((entry): entry is GrantableModule => entry.grant !== undefined)
    },
    meta: { quiet: true } as const,
  })

/**
 * Returns the error response of a query, also while a query without data is refetched: an error page stays until the
 * next response.
 * @returns undefined when the query succeeded, or failed without a response that explains why
 */
export function useErrorResponse(query: {
  error: Error | null
  isPending: boolean
  isFetching: boolean
}): ApiError | undefined {
  const { error, isPending, isFetching } = query
  const [previousError, setPreviousError] = useState<ApiError>()
  // A 5xx is no answer of the server to this request; the caller offers to try again.
  const currentError = error instanceof ApiError && error.status < 500 ? error : undefined
  const shownError = currentError ?? (isPending && isFetching ? previousError : undefined)
  if (shownError !== previousError) setPreviousError(shownError)
  return shownError
}

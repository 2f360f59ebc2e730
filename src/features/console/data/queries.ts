import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { ListData } from '#contract/envelope.ts'
import type { FilterItem } from '#contract/filters.ts'
import type { Localized } from '#contract/locale.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { networkFirst } from '#lib/network-first.ts'
import { moduleMetadata } from '#lib/module-metadata.ts'
import { createOwnBodies } from '#lib/own-bodies.ts'
import { getOwnerKey } from '#lib/user-storage-keys.ts'
import { authStore } from '#lib/auth.ts'
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

/** Beginning of the keys of all that the console asks. */
export const consoleKey = 'console'

/** Rows a page of a list: a tablet shows some 15 of them. */
export const pageSize = 50

/** What one person may see is no other's, in the cache and on the shelf. */
const ownerId = () => authStore.getUser().id ?? ''
/** What is on the device of a list is drawn at once, and what has become of it meanwhile takes its place. */
const first = () => ({ isKeptFirst: true, ...own() })
/** What the console reads of others and of their rows lies sealed. */
const own = () => ({ shelf: createOwnBodies(getOwnerKey(ownerId())) })

/** The modules in which the person works; asked once the server has said who they are (T10). */
export const managedModulesQuery = () =>
  queryOptions({
    queryKey: [consoleKey, 'modules', ownerId()],
    queryFn: networkFirst('console/modules', listManagedModules, first()),
    enabled: ownerId() !== '',
    placeholderData: [],
    meta: { quiet: true } as const,
  })

/** What a module is made of, to this person. */
export const metadataQuery = (module: string) =>
  queryOptions({
    queryKey: [consoleKey, 'metadata', ownerId(), module],
    queryFn: networkFirst(`console/metadata/${module}`, () => moduleMetadata.load(module), first()),
    meta: { quiet: true } as const,
  })

/** True when the person may see rows of the module that are not published. */
export const canSeeDrafts = ({ permissions }: Pick<ModuleMetadata, 'permissions'>): boolean =>
  permissions.includes('drafts')

/**
 * A page of a list, from 1.
 * @param isKeptFirst false where rows are decided about one after the other: others may have done it meanwhile
 */
export const rowsQuery = (module: string, asked: RowQueryParams, page: number, isKeptFirst = true) =>
  queryOptions({
    queryKey: [consoleKey, 'rows', module, ownerId(), asked, page],
    queryFn: networkFirst<ListData<Row>>(
      `console/rows/${module}/${JSON.stringify([asked, page])}`,
      (options) => listRows(module, { ...asked, page, size: pageSize }, options),
      { isKeptFirst, ...own() },
    ),
    meta: { quiet: true } as const,
  })

/** Most rows that one call answers an organiser. */
export const maxRows = 500

/** All rows of a short list, as far as one call answers them. */
export const allRowsQuery = (module: string, asked: RowQueryParams) =>
  queryOptions({
    queryKey: [consoleKey, 'rows', module, ownerId(), asked, 'all'],
    queryFn: networkFirst<ListData<Row>>(
      `console/rows/${module}/${JSON.stringify([asked, 'all'])}`,
      (options) => listRows(module, { ...asked, page: 1, size: maxRows }, options),
      own(),
    ),
    meta: { quiet: true } as const,
  })

/** One row with all its fields. */
export const rowQuery = (metadata: ModuleMetadata, id: string) =>
  queryOptions({
    queryKey: [consoleKey, 'row', metadata.name, ownerId(), id],
    queryFn: networkFirst<Row>(
      `console/row/${metadata.name}/${id}`,
      ({ signal }) => getRow(metadata.name, id, { drafts: canSeeDrafts(metadata), signal }),
      own(),
    ),
    meta: { quiet: true } as const,
  })

/** Titles of named rows by id. What is not answered is not there any more, or not for this person. */
export const labelsQuery = (module: string, field: string, ids: readonly string[], drafts: boolean) =>
  queryOptions({
    queryKey: [consoleKey, 'labels', module, ownerId(), field, ids],
    queryFn: networkFirst<Record<string, Localized>>(
      `console/labels/${module}/${field}/${ids.join(',')}`,
      async ({ signal }) => {
        const items = await listLabels(module, field, ids, { drafts, signal })
        return Object.fromEntries(items.map(({ id, label }) => [id, label]))
      },
      first(),
    ),
    meta: { quiet: true } as const,
  })

/** Rows that a relation field may point to, by words. */
export const relatedQuery = (module: string, field: string, words: string, drafts: boolean) =>
  queryOptions({
    queryKey: [consoleKey, 'related', module, ownerId(), field, words],
    queryFn: ({ signal }) => listRelated(module, field, words, { drafts, signal }),
    meta: { quiet: true } as const,
  })

/** How many rows of a module a filter leaves. */
export const countQuery = (metadata: ModuleMetadata, filters: readonly FilterItem[]) =>
  queryOptions({
    queryKey: [consoleKey, 'rows', metadata.name, ownerId(), 'count', filters],
    queryFn: async ({ signal }) => {
      const asked = { filters, fields: ['id'], page: 1, size: 1, drafts: canSeeDrafts(metadata) }
      return (await listRows(metadata.name, asked, { signal })).total
    },
    meta: { quiet: true } as const,
  })

/** The writes of a row, the newest first; kept nowhere, since old values are nobody's to keep. */
export const revisionsQuery = (module: string, id: string) =>
  queryOptions({
    queryKey: [consoleKey, 'history', module, ownerId(), id],
    queryFn: ({ signal }) => listRevisions(module, id, { signal }),
    meta: { quiet: true } as const,
  })

/** Rows of a module changed: what is on screen of them is asked anew, and what waits is counted anew. */
export function invalidateRows(client: QueryClient, module: string): void {
  for (const part of ['rows', 'row', 'labels', 'history'])
    void client.invalidateQueries({ queryKey: [consoleKey, part, module] })
  void client.invalidateQueries({ queryKey: [consoleKey, 'modules'] })
}

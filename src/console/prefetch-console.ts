import type { QueryClient } from '@tanstack/react-query'
import { getLocale } from '#platform/locale.ts'
import { authStore } from '#platform/auth.ts'
import { buildListQuery } from './list/list-query.ts'
import { consoleTexts } from './shell/lazy-texts.ts'
import { parseListState, type Search, splitPaneQuery } from './data/list-state.ts'
import { managedModulesQuery, metadataQuery, rowsQuery } from './data/queries.ts'

/** After this time, in milliseconds, the console renders even when its rows have not loaded. */
const maxWaitMs = 300

/** The location at which a visit to the console begins. */
export interface ConsoleLocation {
  pathname: string
  search: object
}

/**
 * Prefetches the data of the console's first screen. Data from the device is then part of the first render,
 * and the network requests have started. Must be called after the server has confirmed the user.
 */
export async function prefetchConsole(client: QueryClient, location: ConsoleLocation): Promise<void> {
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, maxWaitMs))
  // The component that needs the data retries and reports a failure.
  const firstScreen = prefetchFirstScreen(client, location).catch(() => undefined)
  await Promise.race([timeout, Promise.all([consoleTexts.load(getLocale()), firstScreen])])
}

async function prefetchFirstScreen(
  client: QueryClient,
  { pathname, search }: ConsoleLocation,
): Promise<void> {
  if (authStore.getUser().id === undefined) return
  const modules = await client.fetchQuery(managedModulesQuery())
  // `/console/sessions/42` has the module `sessions` and the sub-path `42`.
  const [, , name, ...subPath] = pathname.split('/')
  // A module that is not granted to the user is not requested.
  if (!modules.some((module) => module.name === name) || name === undefined) return
  const metadata = await client.fetchQuery(metadataQuery(name))
  // Only a list has rows to prefetch; a record or form loads its own row.
  const state = subPath.join('') === '' ? parseListState(search as Search) : undefined
  if (!state) return
  const { params } = buildListQuery(metadata, state, matchMedia(splitPaneQuery).matches)
  await client.prefetchQuery(rowsQuery(name, params, 1))
}

import type { QueryClient } from '@tanstack/react-query'
import { getLocale } from '#lib/locale.ts'
import { authStore } from '#lib/auth.ts'
import { buildListQuery } from '../list/list-query.ts'
import { consoleTexts } from '../shell/load-console-texts.ts'
import { parseListState, type Search } from './list-state.ts'
import { managedModulesQuery, metadataQuery, rowsQuery } from './queries.ts'
import { splitPaneQuery } from './breakpoints.ts'

/** By then the frame stands, whether its rows are on this device or not, in milliseconds. */
const frameLimitMs = 300

/** Where in the console a visit begins. */
export interface ConsoleLocation {
  pathname: string
  search: object
}

/**
 * Asks for what the console's first screen is drawn of, before it is: what is kept on the device stands in the first
 * drawing then, and the rest is on its way. To be called once the server has said who the person is (T10).
 */
export async function prefetchConsole(client: QueryClient, address: ConsoleLocation): Promise<void> {
  const limit = new Promise<void>((done) => setTimeout(done, frameLimitMs))
  // What fails is asked again, and told, by what draws it.
  const first = askFirst(client, address).catch(() => undefined)
  await Promise.race([limit, Promise.all([consoleTexts.load(getLocale()), first])])
}

async function askFirst(client: QueryClient, { pathname, search }: ConsoleLocation): Promise<void> {
  if (authStore.getUser().id === undefined) return
  const entries = await client.fetchQuery(managedModulesQuery())
  const [, , name, ...more] = pathname.split('/')
  // Of what is not the person's nothing is asked, whoever typed its address.
  if (!entries.some((entry) => entry.name === name) || name === undefined) return
  const metadata = await client.fetchQuery(metadataQuery(name))
  const state = more.join('') === '' ? parseListState(search as Search) : undefined
  if (!state) return
  const { asked } = buildListQuery(metadata, state, matchMedia(splitPaneQuery).matches)
  await client.prefetchQuery(rowsQuery(name, asked, 1))
}

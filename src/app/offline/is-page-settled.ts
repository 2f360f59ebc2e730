import type { Query, QueryClient } from '@tanstack/react-query'
import { connectivity } from '#platform/connectivity.ts'
import { dataAges } from '#platform/data-age.ts'
import { secondaryPages, menu } from '../layout/menu.ts'
import type { createAppRouter } from '../router.ts'

const paths: ReadonlySet<string> = new Set([...menu, ...secondaryPages].map(({ to }) => to))

/**
 * Returns whether the page is as it opens: all data is loaded and current, nothing was typed and no dialog is open.
 * @param router knows the rendered screen: the address already changes before the next page is rendered
 */
export function isPageSettled(
  { state }: Pick<ReturnType<typeof createAppRouter>, 'state'>,
  queryClient: QueryClient,
): boolean {
  const { pathname, search, hash } = location
  if (!paths.has(pathname) || search !== '' || hash !== '') return false
  if (state.isLoading || state.resolvedLocation?.pathname !== pathname) return false
  const used = queryClient.getQueryCache().findAll({ type: 'active' })
  if (connectivity.isOffline() || queryClient.isFetching() > 0 || !used.every(hasCome)) return false
  const fields = document.querySelectorAll<HTMLInputElement>('main input[type=search]')
  return document.querySelector('dialog[open]') === null && ![...fields].some(({ value }) => value !== '')
}

/** The screen shows notices for failed and outdated queries, which may be wrong at the next start. */
const hasCome = ({ state, queryHash }: Query): boolean =>
  state.status === 'success' && !dataAges.isOutdated(queryHash)

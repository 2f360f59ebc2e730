import type { Query, QueryClient } from '@tanstack/react-query'
import { connectivity } from '#lib/connectivity.ts'
import { dataAges } from '#lib/data-age.ts'
import { secondaryPages, menu } from '../layout/menu.ts'
import type { createAppRouter } from '../router.ts'

const paths: ReadonlySet<string> = new Set([...menu, ...secondaryPages].map(({ to }) => to))

/**
 * The page stands as it opens: all has come from a server that is there, nothing was typed and nothing lies over it.
 * @param router tells whose screen stands: the address is the next page's before that one is drawn
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

/** What failed, or is older than it should be, is told on the screen: at the next start that may be wrong. */
const hasCome = ({ state, queryHash }: Query): boolean =>
  state.status === 'success' && !dataAges.isBehind(queryHash)

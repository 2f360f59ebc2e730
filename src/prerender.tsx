import { text } from 'node:stream/consumers'
import { createMemoryHistory, type AnyRoute } from '@tanstack/react-router'
import { prerenderToNodeStream } from 'react-dom/static'
import type { PageCall, PageData } from '#contract/page-data.ts'
import type { Locale } from '#contract/locale.ts'
import { pageData } from '#platform/page-data.ts'
import { startPrerendering } from '#platform/browser.ts'
import { forumQuery } from '#platform/forum.ts'
import { loadLocale } from '#platform/locale.ts'
import { demoClock, serverClock } from '#platform/server-clock.ts'
import { startI18n } from './app/i18n/start-i18n.ts'
import { Providers, createAppRouter } from './app/router.tsx'
import { createQueryClient } from './app/query-client.ts'

/** Input of {@link prerenderPage}. */
export interface PrerenderInput {
  /** Path and query of the page. */
  path: string
  /** The embedded responses, by path and query of their requests. */
  answers: Readonly<Record<string, unknown>>
  /** Language of the interface. */
  locale: Locale
  /** The server's time in the format of the HTTP header `Date`. */
  now: string
  /** True when that time was set for a demonstration: then the page shows it. */
  isDemonstration: boolean
}

/**
 * Prerenders a page on the server, as a phone shows it. A first visit shows this HTML until the
 * app has loaded and rendered. The app replaces the HTML without hydrating it, so the two need not match.
 */
export async function prerenderPage(input: PrerenderInput): Promise<string> {
  const { path, answers, locale, now, isDemonstration } = input
  startPrerendering()
  await startI18n()
  await loadLocale(locale)
  pageData.replace(answers)
  serverClock.observe(now)
  demoClock.start(isDemonstration)
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }))
  await loadRoutes(router)
  // After this task the queries contain the embedded responses. Other content shows its skeleton.
  await new Promise((resolve) => setTimeout(resolve))
  const failures: unknown[] = []
  const { prelude } = await prerenderToNodeStream(<Providers queryClient={queryClient} router={router} />, {
    // React would replace large content by its skeleton and a script, which nothing runs here.
    progressiveChunkSize: Infinity,
    // React omits the subtree that failed, and an incomplete page must not be used.
    onError: (error) => void failures.push(error),
  })
  const html = await text(prelude)
  // Ends the timers of the queries, since the process renders many pages.
  queryClient.clear()
  if (failures.length > 0) throw failures[0]
  return withoutStyles(html)
}

/**
 * Removes attributes like ` style="width:50%"`, which the content security policy forbids. React later sets them as
 * properties.
 */
const withoutStyles = (html: string): string => html.replaceAll(/ style="[^"]*"/g, '')

/**
 * Lists the pages that carry data, each with the requests of its loaders. The build calls this once. Requests with a
 * parameter of the path are left out, because they differ from page to page.
 */
export async function listPages(): Promise<PageData[]> {
  const { routesById } = createAppRouter(createQueryClient(), createMemoryHistory())
  const pages: PageData[] = []
  for (const route of Object.values(routesById)) {
    if (!route.options.staticData?.carriesData) continue
    const path = toServerPath(route.fullPath)
    const calls = await recordCalls(path.replaceAll(/:\w+/g, anyRow))
    const isSameForAllRows = (call: PageCall) => !JSON.stringify(call).includes(anyRow)
    pages.push({ path, calls: calls.filter(isSameForAllRows), routes: listSourceFiles(route) })
  }
  return pages
}

/** Loads the routes of a page. @throws Error that a loader threw, for which the router would show an error page */
async function loadRoutes(router: ReturnType<typeof createAppRouter>): Promise<void> {
  await router.load()
  const failedMatch = router.state.matches.find(({ status }) => status === 'error')
  if (failedMatch) throw failedMatch.error
}

/** Stands for the parameters of a path while its requests are recorded. */
const anyRow = 'any-row'

/** Loads a page without a network and returns its requests. */
async function recordCalls(path: string): Promise<PageCall[]> {
  const urls: string[] = []
  globalThis.fetch = (input) => {
    urls.push(input instanceof Request ? input.url : String(input))
    return new Promise(() => {})
  }
  const queryClient = createQueryClient()
  // The app asks for it before its router starts.
  void queryClient.prefetchQuery(forumQuery())
  await loadRoutes(createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] })))
  await queryClient.cancelQueries()
  return urls.map(parseCall)
}

/** @param url as the API client requests it: `/api/front/query/sessions/all?size=0` */
function parseCall(url: string): PageCall {
  const { pathname, searchParams } = new URL(url, 'http://forum')
  const path = decodeURIComponent(pathname).slice('/api'.length)
  // `/front/query/:module/…` or `/front/settings/:name`
  const [, , kind = '', module = ''] = path.split('/')
  return { module: kind === 'query' ? module : kind, path, params: Object.fromEntries(searchParams) }
}

/** Converts the path of a route, `/agenda/$sessionId` or `/show/`, to the server's `/agenda/:sessionId` or `/show`. */
const toServerPath = (path: string): string => path.replaceAll('$', ':').replace(/(?<=.)\/$/, '')

/** Lists the source files of a route and its parents: the route `/_main/show/` is in `_main/show.index.tsx`. */
function listSourceFiles(route: AnyRoute): string[] {
  const parents = route.parentRoute && !route.parentRoute.isRoot ? listSourceFiles(route.parentRoute) : []
  const [, layout = '', ...names] = route.id.split('/')
  const file = [
    layout,
    ...(names.length > 0 ? [names.map((name: string) => name || 'index').join('.')] : []),
  ].join('/')
  return [...parents, `src/routes/${file}.tsx`]
}

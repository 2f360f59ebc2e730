/**
 * Pages that carry data: HTML that already holds the responses of the API which the page needs first.
 *
 * The flow of `GET /agenda`, from the start of the server to the response:
 * 1. Shell: `built-app.ts` reads `dist/index.html` at the start and adds the settings of this deployment. Scripts, styles
 *    and other files are in memory too (`built-files.ts`).
 * 2. Data: the build lists the pages, each with its calls (`src/prerender.tsx`). `createComposer` below calls our own API within
 *    the process, without a token, so a page holds public data only.
 * 3. Prerender: for pages without parameters `prerender.ts` renders the first screen in a thread (`prerender-worker.ts`)
 *    and caches it for each language. A page never waits for it longer than a second.
 * 4. Composition: `page-html.ts` adds data, preloads of the route's scripts and the prerendered HTML to the shell.
 *    The result is reused until a revision of its modules grows or a second has passed and a response has changed.
 * 5. Head: `page-cache.ts` adds title, description and linked data for this path and language (`server/seo`), compresses
 *    the page once and caches it. A path that names nothing gets the status 404.
 * 6. Response: `sendPublic` answers 304 or the best encoding. Forum time and preloads are headers (`Server-Timing`,
 *    `Link`), so that the bytes of a page are the same for everybody.
 *
 * Every other path of the app gets the shell with its head (`serveApp` in `built-app.ts`).
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { defaultLocale, locales, type Locale } from '#contract/locale.ts'
import type { PageData } from '#contract/page-data.ts'
import { demonstrationEntry, pageTimeEntry } from '#contract/time.ts'
import { listRouteFiles, type BuildManifest } from './built-files.ts'
import type { FindPage, PageWithoutHead } from './page-cache.ts'
import { createPrerenderCache, type DataChange, type PrerenderPage } from './prerender.ts'
import { isNavigation, getPath } from '../not-found.ts'
import { createLinkHeader, injectPageData } from './page-html.ts'
import { createHttpError } from '../../errors.ts'
import { sendPublic } from '../public-response.ts'

/** Response of our own API to an anonymous caller. */
export interface InternalResponse {
  /** HTTP status; 304 when the ETag still matches. */
  status: number
  etag: string | undefined
  body: string
}

/** Dependencies of {@link servePages}. */
export interface PagesOptions {
  /** HTML of the app without data. */
  shell: string
  manifest: BuildManifest
  /** The pages that carry data, with the calls for it. */
  pages: readonly PageData[]
  apiPrefix: string
  /** Calls our own API without a token. */
  fetchInternal: (url: string, etag: string | undefined) => Promise<InternalResponse>
  /** Grows when rows of a module change. Without it, changes show within a second. */
  getRevision?: (module: string) => Promise<number>
  /** Finds or creates a page with its head. */
  findPage: FindPage
  /** Milliseconds of a clock that never goes back. */
  nowMs: () => number
  /** The forum's time, from which the app computes the age of a page's data. */
  now: () => Date
  /** True when that time was set for a demonstration. */
  isDemonstration: boolean
  /** Renders the first screen of a page; absent when the build has no prerender program. */
  prerenderPage?: PrerenderPage
}

/** Maximum age of a composed page without a check, in milliseconds: responses depend on the time too, not only on writes. */
const maxCheckAgeMs = 1000
/** API prefix of the URLs by which the prerender program looks up data: it does not know another configured prefix. */
const defaultApiPrefix = '/api'

/** Screens on which a prerendered page shows: it is laid out for a phone. */
const phones = '(max-width: 767.98px)'

/** Registers the routes of pages that carry data. A page is composed at its first request and when its data change. */
export function servePages(app: FastifyInstance, options: PagesOptions): void {
  for (const page of options.pages) {
    const compose = createComposer(page, options)
    const { prerenderPage } = options
    // Prerendered HTML is the same for a whole route, so it fits only paths without parameters.
    const isPrerendered = prerenderPage !== undefined && !page.path.includes(':')
    const composePrerendered = new Map(
      locales.map((locale) => {
        const find = isPrerendered && createPrerenderCache(prerenderPage, options.nowMs)
        return [locale, find ? createComposer(page, options, { locale, find }) : compose]
      }),
    )
    app.get(
      page.path,
      { config: { permission: { kind: 'public' } }, schema: { hide: true } },
      async (request, reply) => {
        // A path with a file name is no page.
        if (!isNavigation(request)) throw createHttpError('not_found')
        // In a header, because the composed page is reused for many requests.
        const time = `${pageTimeEntry};desc="${options.now().toUTCString()}"`
        reply.header('Server-Timing', options.isDemonstration ? `${time}, ${demonstrationEntry}` : time)
        const locale = getPageLocale(request)
        const composePage = (showsDefaultState(request) && composePrerendered.get(locale)) || compose
        const { pageWithoutHead, links } = await composePage()
        const response = await options.findPage(getPath(request.url), locale, pageWithoutHead)
        return sendPublic(reply.header('Link', links), response)
      },
    )
  }
}

/** Returns whether the query names at most a language: other parameters show another state of the page. */
function showsDefaultState({ query }: FastifyRequest): boolean {
  return Object.keys(query as object).every((name) => name === 'lang')
}

/** Last response of a call, whose path and query it is cached by. */
interface CachedResponse {
  etag: string | undefined
  data: unknown
}

/** The result of a composition, which is reused until its data change. */
interface ComposedPage {
  pageWithoutHead: PageWithoutHead
  /** `Link` header of the page. */
  links: string
  /** HTML that it shows until the app has rendered; undefined without. */
  prerendered: string | undefined
}

/**
 * Creates the function that returns a page with current data (steps 2 to 4 of the flow). Concurrent calls share one
 * composition.
 * @param prerender absent for a page without prerendered HTML
 */
function createComposer(
  page: PageData,
  options: PagesOptions,
  prerender?: { locale: Locale; find: ReturnType<typeof createPrerenderCache> },
): () => Promise<ComposedPage> {
  const { apiPrefix, isDemonstration } = options
  // The cache stores the page with and without prerendered HTML separately.
  const route = prerender ? `${page.path} prerendered` : page.path
  const callUrls = page.calls.map(({ path, params }) => toUrl(path, params))
  const routeFiles = listRouteFiles(options.manifest, page.routes)
  /** The current responses by the URL of their call, without the prefix of the API. */
  const responses = new Map<string, CachedResponse>()
  let composed: ComposedPage | undefined
  /** When the responses of `composed` were last requested; -Infinity makes the next call request them. */
  let checkedAtMs = Number.NEGATIVE_INFINITY
  /** Revisions of the page's modules at that time. */
  let checkedRevisions = ''
  /** The running composition, with the revisions that started it. */
  let running: { revisions: string; page: Promise<ComposedPage> } | undefined

  /** @param revisions read before the responses, so that a write in between starts another composition */
  async function compose(revisions: string): Promise<ComposedPage> {
    const fetchInternal = (call: string, etag: string | undefined) =>
      options.fetchInternal(apiPrefix + call, etag)
    const changes = await Promise.all(callUrls.map((call) => refreshResponse(call, responses, fetchInternal)))
    const change = getGreatestChange(changes)
    const now = options.now().toUTCString()
    const answers = listResponsesByUrl(defaultApiPrefix, responses)
    const prerendered =
      prerender &&
      (await prerender.find(
        { path: page.path, answers, locale: prerender.locale, now, isDemonstration },
        change,
      ))
    if (!composed || change !== 'none' || composed.prerendered !== prerendered) {
      const data = listResponsesByUrl(apiPrefix, responses)
      const earlyPage = prerendered && { html: prerendered, locale: prerender.locale, media: phones }
      const html = injectPageData(options.shell, routeFiles, data, earlyPage || undefined)
      const version = (composed?.pageWithoutHead.version ?? 0) + 1
      composed = { pageWithoutHead: { route, html, version }, links: createLinkHeader(html), prerendered }
    }
    checkedAtMs = options.nowMs()
    checkedRevisions = revisions
    return composed
  }

  return async () => {
    const revisions = await readRevisions(page, options)
    if (composed && checkedRevisions === revisions && options.nowMs() - checkedAtMs < maxCheckAgeMs)
      return composed
    if (running?.revisions !== revisions) {
      // A running composition of older data finishes first, because both write `responses`.
      const previous = Promise.allSettled([running?.page])
      const composition = { revisions, page: previous.then(() => compose(revisions)) }
      running = composition
      // Its error goes to the callers that wait for the page.
      void composition.page
        .catch(() => undefined)
        .finally(() => {
          if (running === composition) running = undefined
        })
    }
    return running.page
  }
}

/** Reads the revisions of all modules that a page has rows of, as one text. */
async function readRevisions(
  { calls }: PageData,
  { getRevision = async () => 0 }: PagesOptions,
): Promise<string> {
  return (await Promise.all(calls.map(({ module }) => getRevision(module)))).join('.')
}

/** Gets the change that matters most: a withdrawn text needs more than an additional one. */
function getGreatestChange(changes: readonly DataChange[]): DataChange {
  return (['less', 'more'] as const).find((change) => changes.includes(change)) ?? 'none'
}

/** Lists the data of the responses by the URL of their call. */
function listResponsesByUrl(
  prefix: string,
  responses: ReadonlyMap<string, CachedResponse>,
): Record<string, unknown> {
  return Object.fromEntries([...responses].map(([call, { data }]) => [prefix + call, data]))
}

/** Gets the language that the URL of a page names. The browser's language does not count: a URL has the same bytes for all. */
export function getPageLocale(request: FastifyRequest): Locale {
  const { lang } = request.query as { lang?: unknown }
  return locales.find((locale) => locale === lang) ?? defaultLocale
}

/**
 * Repeats one call. When it fails, the last response stays; without one the app makes the call itself. A response that is
 * no longer public is removed.
 * @param call path and query below the API's prefix
 * @param responses the cached responses by call, which it updates
 */
async function refreshResponse(
  call: string,
  responses: Map<string, CachedResponse>,
  fetchInternal: PagesOptions['fetchInternal'],
): Promise<DataChange> {
  const previous = responses.get(call)
  const { status, etag, body } = await fetchInternal(call, previous?.etag)
  if (isGone(status)) return responses.delete(call) ? 'less' : 'none'
  if (status !== 200) return 'none'
  if (previous && etag !== undefined && previous.etag === etag) return 'none'
  const { data } = JSON.parse(body) as { data: unknown }
  responses.set(call, { etag, data })
  if (!previous) return 'more'
  const texts = collectTexts(data)
  return [...collectTexts(previous.data)].every((text) => texts.has(text)) ? 'more' : 'less'
}

/** Checks for the status of a response that an anonymous caller may no longer read. */
const isGone = (status: number): boolean => status === 401 || status === 403 || status === 404

/** Collects every text of a response, row ids included: one that is missing later was withdrawn or edited. */
function collectTexts(data: unknown): Set<string> {
  const texts = new Set<string>()
  JSON.stringify(data, (_key, value: unknown) => {
    if (typeof value === 'string') texts.add(value)
    return value
  })
  return texts
}

function toUrl(path: string, params: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(params).toString()
  return query ? `${path}?${query}` : path
}

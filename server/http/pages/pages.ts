import type { FastifyInstance, FastifyRequest } from 'fastify'
import { defaultLocale, locales, type Locale } from '#contract/locale.ts'
import type { PageData } from '#contract/page-data.ts'
import { demonstrationEntry, pageTimeEntry } from '#contract/server-timing.ts'
import { listRouteFiles, type BuildManifest } from './built-files.ts'
import type { FindPage, PageBase } from './page-cache.ts'
import { createPrerenderCache, type DataChange, type PrerenderPage } from './prerender.ts'
import { isNavigation, getPath } from '../not-found.ts'
import { createLinkHeader, withPageData } from './page-html.ts'
import { createHttpError } from '../../errors.ts'
import { sendPublic } from '../public-response.ts'

/** An answer of our own API, as nobody gets it. */
export interface InternalResponse {
  /** HTTP status; 304 when the tag is still right. */
  status: number
  etag: string | undefined
  body: string
}

export interface PagesOptions {
  shell: string
  manifest: BuildManifest
  pages: readonly PageData[]
  apiPrefix: string
  /** Asks our own API without a token. */
  ask: (url: string, etag: string | undefined) => Promise<InternalResponse>
  /** Grows when rows of a module changed. Without it, changes show within a second. */
  revisionOf?: (module: string) => Promise<number>
  /** Puts a page together with its head. */
  findPage: FindPage
  /** Milliseconds of a clock that never goes back. */
  nowMs: () => number
  /** The forum's time, by which the app says how old the data of a page is. */
  now: () => Date
  /** True when that time was set for a demonstration. */
  isDemonstration: boolean
  /** Draws what a page shows before its program is there; absent in a build without it. */
  drawPicture?: PrerenderPage
}

/** Composed pages are checked against the API once in this time also when no row was written: answers depend on the time. */
const checkedForMs = 1000
/** Where the program that draws looks for answers: it has no page to tell it otherwise. */
const usualPrefix = '/api'

/** Routes of the pages that carry data; each is composed when it is first asked and when its data changed. */
export function servePages(app: FastifyInstance, options: PagesOptions): void {
  for (const page of options.pages) {
    const compose = createComposer(page, options)
    const { drawPicture } = options
    // A picture is of one address, and of the page as it opens.
    const isDrawn = drawPicture !== undefined && !page.path.includes(':')
    const composeDrawn = isDrawn
      ? createComposer(page, options, createPrerenderCache(drawPicture, options.nowMs))
      : compose
    app.get(
      page.path,
      { config: { permission: { kind: 'public' } }, schema: { hide: true } },
      async (request, reply) => {
        // A file name under a page's path is no page.
        if (!isNavigation(request)) throw createHttpError('not_found')
        // In a header, since the page itself is composed once for each change of its data.
        const time = `${pageTimeEntry};desc="${options.now().toUTCString()}"`
        reply.header('Server-Timing', options.isDemonstration ? `${time}, ${demonstrationEntry}` : time)
        const { base, links } = await (request.url.includes('?') ? compose : composeDrawn)()
        const answer = await options.findPage(getPath(request.url), getPageLocale(request), base)
        return sendPublic(reply.header('Link', links), answer)
      },
    )
  }
}

/** The last answer of a call. */
interface Known {
  etag: string | undefined
  data: unknown
}

interface Composed {
  base: PageBase
  /** `Link` header of the page. */
  links: string
  picture: string | undefined
}

function createComposer(
  page: PageData,
  options: PagesOptions,
  findPicture?: ReturnType<typeof createPrerenderCache>,
): () => Promise<Composed> {
  const { apiPrefix } = options
  // A page with a picture is another than the same without.
  const route = findPicture ? `${page.path} drawn` : page.path
  const calls = page.calls.map(({ path, params }) => toUrl(path, params))
  const files = listRouteFiles(options.manifest, page.routes)
  const known = new Map<string, Known>()
  let composed: Composed | undefined
  let checkedAtMs = Number.NEGATIVE_INFINITY
  let checkedRevisions = ''
  let running: { revisions: string; page: Promise<Composed> } | undefined

  async function compose(revisions: string): Promise<Composed> {
    const ask = (call: string, etag: string | undefined) => options.ask(apiPrefix + call, etag)
    const changes = await Promise.all(calls.map((call) => refresh(call, known, ask)))
    const change = mostOf(changes)
    const now = options.now().toUTCString()
    const source = { path: page.path, answers: answersUnder(usualPrefix, known), now }
    const picture = await findPicture?.(source, change)
    if (!composed || change !== 'none' || composed.picture !== picture) {
      const html = withPageData(options.shell, files, answersUnder(apiPrefix, known), picture)
      const version = (composed?.base.version ?? 0) + 1
      composed = { base: { route, html, version }, links: createLinkHeader(html), picture }
    }
    checkedAtMs = options.nowMs()
    checkedRevisions = revisions
    return composed
  }

  return async () => {
    const revisions = await revisionsOf(page, options)
    if (composed && checkedRevisions === revisions && options.nowMs() - checkedAtMs < checkedForMs)
      return composed
    if (running?.revisions !== revisions) {
      // A page that is being put together of older data ends first: both write what is known.
      const before = Promise.allSettled([running?.page])
      const own = { revisions, page: before.then(() => compose(revisions)) }
      running = own
      void own.page
        .catch(() => undefined)
        .finally(() => {
          if (running === own) running = undefined
        })
    }
    return running.page
  }
}

/** One text of the revisions of all modules that a page has rows of. */
async function revisionsOf(
  { calls }: PageData,
  { revisionOf = async () => 0 }: PagesOptions,
): Promise<string> {
  return (await Promise.all(calls.map(({ module }) => revisionOf(module)))).join('.')
}

function mostOf(changes: readonly DataChange[]): DataChange {
  return (['less', 'more'] as const).find((change) => changes.includes(change)) ?? 'none'
}

/** The answers by their calls' addresses. */
function answersUnder(prefix: string, known: ReadonlyMap<string, Known>): Record<string, unknown> {
  return Object.fromEntries([...known].map(([call, { data }]) => [prefix + call, data]))
}

/**
 * The language that the address of a page names. Never that of the browser: a page has the same bytes for everybody who
 * asks for its address.
 */
export function getPageLocale(request: FastifyRequest): Locale {
  const { lang } = request.query as { lang?: unknown }
  return locales.find((locale) => locale === lang) ?? defaultLocale
}

/**
 * Asks one call again. What cannot be answered now keeps its last answer; without one the app asks for itself. What is
 * there no more is forgotten.
 */
async function refresh(
  call: string,
  known: Map<string, Known>,
  ask: PagesOptions['ask'],
): Promise<DataChange> {
  const before = known.get(call)
  const { status, etag, body } = await ask(call, before?.etag)
  if (isGone(status)) return known.delete(call) ? 'less' : 'none'
  if (status !== 200) return 'none'
  if (before && etag !== undefined && before.etag === etag) return 'none'
  const { data } = JSON.parse(body) as { data: unknown }
  known.set(call, { etag, data })
  if (!before) return 'more'
  const texts = textsOf(data)
  return [...textsOf(before.data)].every((text) => texts.has(text)) ? 'more' : 'less'
}

const isGone = (status: number): boolean => status === 401 || status === 403 || status === 404

/** Every text of an answer, ids of rows among them: one that is missing later was withdrawn or put in other words. */
function textsOf(data: unknown): Set<string> {
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

import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Locale } from '#contract/locale.ts'
import { renderLinkedData, injectPageHead, type PageHead, type PageHeads } from './page-html.ts'
import { countBytes, type PublicResponse, createEtag } from '../public-response.ts'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A page to which the head of a path is still to be added: the shell, with or without data. */
export interface PageWithoutHead {
  /** Identifies it in the cache: the path of its route with its parameters, `/article/view/:no`; `*` for the shell. */
  route: string
  html: string
  /** Grows with each change of `html`, so that cached pages of older HTML are not sent. */
  version: number
}

/** Memory for pages, all encodings together, in bytes. */
const maxBytes = 24 * 2 ** 20

/** A page with its head, compressed. */
interface CachedPage {
  /** Versions of the page's HTML and of the heads, which must be the current ones. */
  version: string
  response: PublicResponse
}

/** Source of heads that has none, so that pages are sent unchanged. */
export const emptyPageHeads: PageHeads = { version: async () => '', find: async () => undefined }

/** Finds a page with its head; it is created once for each change of page or head. */
export type FindPage = (
  path: string,
  locale: Locale,
  pageWithoutHead: PageWithoutHead,
) => Promise<PublicResponse>

/**
 * Creates the cache of pages. Concurrent requests for a page share one creation. When its head cannot be read, the page
 * goes out without one.
 */
export function createPageCache(heads: PageHeads, log: Pick<FastifyBaseLogger, 'warn'>): FindPage {
  const cache = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ response }) => countBytes(response),
  })
  /** Pages that are being created, by version and cache key. */
  const running = new Map<string, Promise<PublicResponse>>()

  const findCached = (key: string, version: string): PublicResponse | undefined => {
    const cached = cache.get(key)
    return cached?.version === version ? cached.response : undefined
  }

  async function createPage(
    path: string,
    locale: Locale,
    pageWithoutHead: PageWithoutHead,
    version: string,
  ): Promise<PublicResponse> {
    let head: PageHead | undefined
    try {
      head = await heads.find(path, locale)
    } catch (error) {
      log.warn(error, 'A page goes without its head')
      // Not cached, so that the next request tries again.
      return compressPage(pageWithoutHead.html, 'quick')
    }
    // The number of paths that name nothing public is unlimited; they share one cached page per status, under `true` (404)
    // or `undefined` in place of the path.
    const key = formatCacheKey(pageWithoutHead, locale, head?.isListed ? path : String(head?.isMissing))
    const cached = findCached(key, version)
    if (cached) return cached
    const html = head ? injectHeadAndData(pageWithoutHead.html, head) : pageWithoutHead.html
    // A route with a parameter, `/article/view/:no`, has many similar pages.
    const page = await compressPage(html, pageWithoutHead.route.includes(':') ? 'quick' : 'best')
    const response = head?.isMissing ? { ...page, status: 404 } : page
    cache.set(key, { version, response })
    return response
  }

  return async (path, locale, pageWithoutHead) => {
    const version = `${pageWithoutHead.version} ${await heads.version()}`
    const key = formatCacheKey(pageWithoutHead, locale, path)
    const cached = findCached(key, version)
    if (cached) return cached
    const runningKey = `${version} ${key}`
    let promise = running.get(runningKey)
    if (!promise) {
      promise = createPage(path, locale, pageWithoutHead, version).finally(() => running.delete(runningKey))
      running.set(runningKey, promise)
    }
    return promise
  }
}

const formatCacheKey = ({ route }: PageWithoutHead, locale: Locale, path: string): string =>
  `${locale} ${route} ${path}`

/** Adds the tags of the head and the linked data to a page. */
function injectHeadAndData(html: string, head: PageHead): string {
  const headEnd = html.indexOf('</head>')
  const bodyEnd = html.lastIndexOf('</body>')
  if (headEnd < 0 || bodyEnd < 0) throw new TypeError('A page has no head or no body')
  return (
    injectPageHead(html.slice(0, headEnd), head) +
    html.slice(headEnd, bodyEnd) +
    renderLinkedData(head) +
    html.slice(bodyEnd)
  )
}

/** `best` for pages with many requests, `quick` for one of many similar pages. */
export type CompressionQuality = 'best' | 'quick'

/**
 * Brotli 9 for pages that are compressed once for each change of their data: nearly as small as 11. Brotli 5 for the pages
 * of single rows: 1 MB takes 20 ms instead of 100.
 */
const qualities = {
  best: { brotli: 9, gzip: constants.Z_BEST_COMPRESSION },
  quick: { brotli: 5, gzip: 5 },
} as const satisfies Record<CompressionQuality, { brotli: number; gzip: number }>

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Compresses a page with Brotli and gzip. */
export async function compressPage(
  html: string,
  quality: CompressionQuality = 'best',
): Promise<PublicResponse> {
  const body = Buffer.from(html)
  const levels = qualities[quality]
  const brotliParams = {
    [constants.BROTLI_PARAM_QUALITY]: levels.brotli,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
  }
  const [brotli, gzipped] = await Promise.all([
    toBrotli(body, { params: brotliParams }),
    toGzip(body, { level: levels.gzip }),
  ])
  return {
    body,
    etag: createEtag(body),
    brotli,
    gzip: gzipped,
    contentType: 'text/html; charset=utf-8',
    cacheControl: 'no-cache',
  }
}

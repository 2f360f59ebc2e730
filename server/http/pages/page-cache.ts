import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Locale } from '#contract/locale.ts'
import { dataBlocks, withHead, type PageHead, type PageHeads } from './page-html.ts'
import { countBytes, type PublicResponse, createEtag } from '../public-response.ts'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A page before its own head: the shell, with or without data. */
export interface PageBase {
  /** What it is: the path of its route, `*` for the shell. */
  route: string
  html: string
  /** Changes with the html. */
  version: number
}

/** Memory for pages, all encodings together, in bytes. */
const maxBytes = 24 * 2 ** 20

interface Kept {
  version: string
  answer: PublicResponse
}

/** No page has a head of its own. */
export const emptyPageHeads: PageHeads = { version: async () => '', find: async () => undefined }

/** Pages with their heads, each put together once for each change of what stands in it. */
export type FindPage = (path: string, locale: Locale, base: PageBase) => Promise<PublicResponse>

/**
 * Makes the memory of pages. A page that many ask for at the same time is made once. While a head cannot be told, the
 * page goes without one.
 */
export function createPageCache(heads: PageHeads, log: Pick<FastifyBaseLogger, 'warn'>): FindPage {
  const cache = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ answer }) => countBytes(answer),
  })
  const making = new Map<string, Promise<PublicResponse>>()

  const findKept = (key: string, version: string): PublicResponse | undefined => {
    const kept = cache.get(key)
    return kept?.version === version ? kept.answer : undefined
  }

  async function make(
    path: string,
    locale: Locale,
    base: PageBase,
    version: string,
  ): Promise<PublicResponse> {
    let head: PageHead | undefined
    try {
      head = await heads.find(path, locale)
    } catch (error) {
      log.warn(error, 'A page goes without its head')
      return compressPage(base.html, 'quick')
    }
    // Addresses of nothing, or of nothing public, are without end; they share one page.
    const key = keyOf(base, locale, head?.isListed ? path : String(head?.isMissing))
    const kept = findKept(key, version)
    if (kept) return kept
    const html = head ? putHead(base.html, head) : base.html
    const page = await compressPage(html, base.route.includes(':') ? 'quick' : 'best')
    const answer = head?.isMissing ? { ...page, status: 404 } : page
    cache.set(key, { version, answer })
    return answer
  }

  return async (path, locale, base) => {
    const version = `${base.version} ${await heads.version()}`
    const key = keyOf(base, locale, path)
    const kept = findKept(key, version)
    if (kept) return kept
    const makingKey = `${version} ${key}`
    let promise = making.get(makingKey)
    if (!promise) {
      promise = make(path, locale, base, version).finally(() => making.delete(makingKey))
      making.set(makingKey, promise)
    }
    return promise
  }
}

const keyOf = ({ route }: PageBase, locale: Locale, path: string): string => `${locale} ${route} ${path}`

/** A page with what its head and its data say. */
function putHead(html: string, head: PageHead): string {
  const headEnd = html.indexOf('</head>')
  const bodyEnd = html.lastIndexOf('</body>')
  if (headEnd < 0 || bodyEnd < 0) throw new TypeError('A page has no head or no body')
  return (
    withHead(html.slice(0, headEnd), head) +
    html.slice(headEnd, bodyEnd) +
    dataBlocks(head) +
    html.slice(bodyEnd)
  )
}

/** `best` for pages that many ask for, `quick` for one of many. */
export type CompressionQuality = 'best' | 'quick'

/**
 * Between the speed of 5 and the size of 11 for pages that are compressed once for each change of their data. A page of
 * one row of a thousand carries the same data as all the others: 1 MB takes some 20 ms at 5, and 100 at 9.
 */
const qualities = {
  best: { brotli: 9, gzip: constants.Z_BEST_COMPRESSION },
  quick: { brotli: 5, gzip: 5 },
} as const satisfies Record<CompressionQuality, { brotli: number; gzip: number }>

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** A page with its compressed forms, made once. */
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

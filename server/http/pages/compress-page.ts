import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createEtag, type PublicResponse } from '../public-response.ts'

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

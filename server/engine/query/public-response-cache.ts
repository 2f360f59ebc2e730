import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import { LRUCache } from 'lru-cache'
import { countBytes, createEtag, type PublicResponse } from '#server/http/public-response.ts'
import type { Revisions } from '../changes/revisions.ts'

/** Memory for public responses with all their encodings, in bytes. Beyond it the least recently used ones are evicted. */
const defaultMaxBytes = 32 * 2 ** 20
/** Shorter bodies fit into one packet uncompressed. */
const minCompressedBytes = 1024
/**
 * Brotli's quality: at 6 the list of 1,105 sessions has less than the 160 kB that `bench/wire.ts` allows it, in a tenth of the
 * time of 11. A response is compressed once after each change.
 */
const brotliQuality = 6

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

interface CachedResponse {
  /** Revision of the module at which the body was read. */
  revision: number
  response: PublicResponse
  /** Set at the second request, so that the response to a request made only once is not compressed. */
  compressed?: Promise<PublicResponse>
}

/** Responses that are the same for all callers, cached until their module changes. */
export interface PublicResponseCache {
  /**
   * Gets the response to a request.
   * @param module the response is stale when this module's revision changes
   * @param key the normalized request; equal keys must have equal responses
   * @param makeBody reads the body from the database
   */
  getResponse(module: string, key: string, makeBody: () => Promise<string>): Promise<PublicResponse>
}

/** Creates the cache. Concurrent requests with equal keys wait for one response. */
export function createPublicResponseCache(
  revisions: Pick<Revisions, 'current'>,
  maxBytes = defaultMaxBytes,
): PublicResponseCache {
  const cache = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    // JavaScript stores two bytes per character.
    sizeCalculation: ({ response }, key) => key.length * 2 + countBytes(response),
  })
  /** Responses being read, by revision and key, for concurrent requests. */
  const running = new Map<string, Promise<PublicResponse>>()

  /** Reads a response and caches it uncompressed. */
  async function createResponse(
    key: string,
    revision: number,
    makeBody: () => Promise<string>,
  ): Promise<PublicResponse> {
    const body = Buffer.from(await makeBody())
    const response = { body, etag: createEtag(body) }
    cache.set(key, { revision, response })
    return response
  }

  /** Compresses a cached response. */
  async function compressEntry(key: string, cached: CachedResponse): Promise<PublicResponse> {
    const response = await compress(cached.response)
    const compressed = Promise.resolve(response)
    // Set again so that the cache counts the compressed bytes. A newer response may have replaced the entry; it stays.
    if (cache.get(key) === cached) cache.set(key, { revision: cached.revision, response, compressed })
    return response
  }

  return {
    getResponse: async (module, key, makeBody) => {
      const revision = await revisions.current(module)
      const fullKey = `${module} ${key}`
      const cached = cache.get(fullKey)
      if (cached?.revision === revision) return (cached.compressed ??= compressEntry(fullKey, cached))
      const runningKey = `${revision} ${fullKey}`
      let promise = running.get(runningKey)
      if (!promise) {
        promise = createResponse(fullKey, revision, makeBody).finally(() => running.delete(runningKey))
        running.set(runningKey, promise)
      }
      return promise
    },
  }
}

/** Computes Brotli's window in bits, no larger than the body: the default of 22 takes 16 MB of memory per response. */
function toWindowBits(bytes: number): number {
  const neededBits = Math.ceil(Math.log2(bytes + 1))
  return Math.min(Math.max(neededBits, constants.BROTLI_MIN_WINDOW_BITS), constants.BROTLI_DEFAULT_WINDOW)
}

/** Adds the encodings to a response; a short one gets none. */
async function compress(response: PublicResponse): Promise<PublicResponse> {
  const { body } = response
  if (body.length < minCompressedBytes) return response
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(body, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        [constants.BROTLI_PARAM_LGWIN]: toWindowBits(body.length),
      },
    }),
    compressGzip(body),
  ])
  return { ...response, brotli, gzip: gzipped }
}

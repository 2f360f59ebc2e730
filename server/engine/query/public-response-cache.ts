import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import { LRUCache } from 'lru-cache'
import { countBytes, createEtag, type PublicResponse } from '#server/http/public-response.ts'
import type { Revisions } from '../changes/revisions.ts'

/** Memory for public responses with all their encodings, in bytes. */
const defaultMaxBytes = 32 * 2 ** 20
/** Shorter bodies fit into one packet uncompressed. */
const minCompressedBytes = 1024
/**
 * Brotli's quality: 1,105 sessions come to well under 160 kB at 6 already, in a tenth of the time of 11. Each change
 * is compressed once.
 */
const brotliQuality = 6

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

interface Entry {
  revision: number
  answer: PublicResponse
  /** Set from the second use on, so that requests made once are not compressed. */
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
  answer(module: string, key: string, makeBody: () => Promise<string>): Promise<PublicResponse>
}

/** Creates the cache. Concurrent requests with equal keys wait for one response. */
export function createPublicResponseCache(
  revisions: Pick<Revisions, 'current'>,
  maxBytes = defaultMaxBytes,
): PublicResponseCache {
  const cache = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ answer }, key) => key.length * 2 + countBytes(answer),
  })
  const making = new Map<string, Promise<PublicResponse>>()

  async function make(
    key: string,
    revision: number,
    makeBody: () => Promise<string>,
  ): Promise<PublicResponse> {
    const body = Buffer.from(await makeBody())
    const answer = { body, etag: createEtag(body) }
    cache.set(key, { revision, answer })
    return answer
  }

  async function compressEntry(key: string, entry: Entry): Promise<PublicResponse> {
    const answer = await compress(entry.answer)
    const compressed = Promise.resolve(answer)
    // A newer response may have replaced this entry; it must not be overwritten.
    if (cache.get(key) === entry) cache.set(key, { revision: entry.revision, answer, compressed })
    return answer
  }

  return {
    answer: async (module, key, makeBody) => {
      const revision = await revisions.current(module)
      const fullKey = `${module} ${key}`
      const entry = cache.get(fullKey)
      if (entry?.revision === revision) return (entry.compressed ??= compressEntry(fullKey, entry))
      const makingKey = `${revision} ${fullKey}`
      let promise = making.get(makingKey)
      if (!promise) {
        promise = make(fullKey, revision, makeBody).finally(() => making.delete(makingKey))
        making.set(makingKey, promise)
      }
      return promise
    },
  }
}

/** Computes Brotli's window in bits, no larger than the body: the default of 22 takes 16 MB of memory per response. */
function toWindowBits(bytes: number): number {
  const needed = Math.ceil(Math.log2(bytes + 1))
  return Math.min(Math.max(needed, constants.BROTLI_MIN_WINDOW_BITS), constants.BROTLI_DEFAULT_WINDOW)
}

async function compress(answer: PublicResponse): Promise<PublicResponse> {
  const { body } = answer
  if (body.length < minCompressedBytes) return answer
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
  return { ...answer, brotli, gzip: gzipped }
}

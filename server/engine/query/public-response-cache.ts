import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import { LRUCache } from 'lru-cache'
import { countBytes, createEtag, type PublicResponse } from '#server/http/public-response.ts'
import type { Revisions } from '../changes/revisions.ts'

/** Memory for public answers, all encodings together, in bytes. */
const defaultMaxBytes = 32 * 2 ** 20
/** Shorter bodies fit one packet as they are. */
const minCompressedBytes = 1024
/**
 * Brotli's quality: 1,105 sessions come to well under 160 kB at 6 already, in a tenth of the time of 11; the work is
 * done once per change.
 */
const brotliQuality = 6

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

interface Entry {
  revision: number
  answer: PublicResponse
  /** Set while or after the answer was compressed: at its second use, so that calls made once cost nothing. */
  compressed?: Promise<PublicResponse>
}

/** Answers that are the same for everybody, kept while nothing below them changed. */
export interface PublicResponseCache {
  /**
   * The answer to a call.
   * @param module the module whose revision makes the answer old
   * @param key the normalized call; equal keys must have equal answers
   * @param makeBody reads the answer from the database
   */
  answer(module: string, key: string, makeBody: () => Promise<string>): Promise<PublicResponse>
}

/** Makes the memory. Calls that ask for the same at the same time wait for one answer. */
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
    // A newer answer may have come meanwhile; it stays.
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

/** The window of Brotli in bits, no larger than the body: the default of 22 takes 16 MB of memory for each of them. */
function windowBits(bytes: number): number {
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
        [constants.BROTLI_PARAM_LGWIN]: windowBits(body.length),
      },
    }),
    compressGzip(body),
  ])
  return { ...answer, brotli, gzip: gzipped }
}

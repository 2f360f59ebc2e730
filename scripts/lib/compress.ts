/** Compresses the text files of dist/ at the highest levels, so that the server sends them as they are. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { root } from './run.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

const isText = /\.(?:css|html|js|json|map|svg|txt|webmanifest|xml)$/
/** One network packet: a smaller file gains nothing from compression. */
const minBytes = 1400

/**
 * Writes `x.br` and `x.gz` beside every text file `x` that is large enough. Skips unchanged files that have both, such
 * as assets of earlier builds.
 */
export async function compressAssets(folder = join(root, 'dist')): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isFile() && isText.test(entry.name) && !(await isCompressed(file))) await compressFile(file)
  }
}

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.byteLength < minBytes) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
  }
  const [brotli, gzipped] = await Promise.all([
    toBrotli(bytes, { params }),
    toGzip(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ])
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)])
}

async function isCompressed(file: string): Promise<boolean> {
  const { mtimeMs } = await stat(file)
  const upToDate = await Promise.all(
    ['br', 'gz'].map((extension) =>
      stat(`${file}.${extension}`).then(
        (encoded) => encoded.mtimeMs >= mtimeMs,
        () => false,
      ),
    ),
  )
  return upToDate.every(Boolean)
}

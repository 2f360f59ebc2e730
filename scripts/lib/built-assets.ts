import { cp, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { root } from './run.ts'

/** A build whose assets are in the folder; assets of several builds share it. */
export interface BuildRecord {
  builtAtMs: number
  /** Names under assets/. */
  files: string[]
}

/** Minimum number of retained builds, including the newest. */
const minBuilds = 3

/** Minimum time that a build stays, in milliseconds. */
const minRetentionMs = 14 * 24 * 3600 * 1000

/** The records are stored in the build; hidden files are never served. */
const recordsFile = '.builds.json'

/** Selects the builds whose files stay. @param builds newest first */
export function selectRetainedBuilds(builds: readonly BuildRecord[], nowMs: number): BuildRecord[] {
  return builds.filter(({ builtAtMs }, index) => index < minBuilds || nowMs - builtAtMs < minRetentionMs)
}

/**
 * Runs a build that empties its folder, and adds the hashed files of earlier builds. A tab that stays open over a
 * deployment still requests the chunks of its own version. When the build fails, the earlier files are restored.
 */
export async function retainEarlierAssets(
  build: () => Promise<void>,
  { dist = join(root, 'dist'), nowMs = Date.now() } = {},
): Promise<void> {
  const assets = join(dist, 'assets')
  const backupFolder = await mkdtemp(join(tmpdir(), 'forum-earlier-assets-'))
  const earlierBuilds = await readRecords(dist)
  await cp(assets, backupFolder, { recursive: true }).catch(ignoreMissing)
  try {
    await build()
    const files = await listFiles(assets)
    const builds = selectRetainedBuilds([{ builtAtMs: nowMs, files }, ...earlierBuilds], nowMs)
    await copyMissingFiles(backupFolder, assets, new Set(builds.flatMap((record) => record.files)))
    await writeFile(join(dist, recordsFile), JSON.stringify(builds))
  } catch (error) {
    await copyMissingFiles(backupFolder, assets, new Set(await listFiles(backupFolder)))
    throw error
  } finally {
    await rm(backupFolder, { recursive: true, force: true })
  }
}

/** Copies the files with these names, and their compressed forms. Files of the new build are never replaced. */
async function copyMissingFiles(from: string, to: string, names: ReadonlySet<string>): Promise<void> {
  await mkdir(to, { recursive: true })
  const sourceFiles = await listFiles(from)
  const copiedFiles = sourceFiles.filter(
    (name) => names.has(name) || names.has(name.replace(/\.(br|gz)$/, '')),
  )
  await Promise.all(copiedFiles.map((name) => cp(join(from, name), join(to, name), { force: false })))
}

/** Reads the builds whose assets are in the folder, the newest first; none when no build was recorded. */
async function readRecords(dist: string): Promise<BuildRecord[]> {
  const text = await readFile(join(dist, recordsFile), 'utf8').catch(() => '[]')
  return JSON.parse(text) as BuildRecord[]
}

/** Lists the names of a folder's files; none when the folder is missing. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

/** Ignores a missing folder: a first build has no earlier files. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

const textFilePattern = /\.(?:css|html|js|json|map|svg|txt|webmanifest|xml)$/
/** One network packet: a smaller file gains nothing from compression. */
const minBytes = 1400

/**
 * Writes `x.br` and `x.gz` beside every text file `x` that is large enough, at the highest levels: the server sends them
 * as they are. Skips unchanged files that have both, such as assets of earlier builds.
 */
export async function compressAssets(folder = join(root, 'dist')): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isFile() && textFilePattern.test(entry.name) && !(await isCompressed(file)))
      await compressFile(file)
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

/** True when both compressed forms of a file are at least as new as the file. */
async function isCompressed(file: string): Promise<boolean> {
  const { mtimeMs } = await stat(file)
  const areCurrent = await Promise.all(
    ['br', 'gz'].map((extension) =>
      stat(`${file}.${extension}`).then(
        (encoded) => encoded.mtimeMs >= mtimeMs,
        () => false,
      ),
    ),
  )
  return areCurrent.every(Boolean)
}

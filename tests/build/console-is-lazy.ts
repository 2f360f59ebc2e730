/** One entry of Vite's build manifest. */
export interface ManifestChunk {
  file: string
  src?: string
  isEntry?: boolean
  isDynamicEntry?: boolean
  imports?: string[]
  css?: string[]
}

export type BuildManifest = Record<string, ManifestChunk>

/** Chunks that only organisers need: sources of the console, and what several parts share of it (`_ConsoleScreen-….js`). */
const consoleSource = /console/i

/**
 * Chunks of the console that a browser loads without the console being opened: reachable by static imports from the
 * entry, or from any page but the console's own.
 */
export function findEagerConsole(manifest: BuildManifest): string[] {
  const seen = new Set<string>()
  const visit = (key: string): void => {
    if (seen.has(key)) return
    seen.add(key)
    for (const next of manifest[key]?.imports ?? []) visit(next)
  }
  for (const [key, chunk] of Object.entries(manifest))
    if ((chunk.isEntry || chunk.isDynamicEntry) && !consoleSource.test(key)) visit(key)
  return [...seen].filter((key) => consoleSource.test(key))
}

/** Files of the console, scripts and styles, that stand in the worker's list of files to keep from the start. */
export function findPrecachedConsole(manifest: BuildManifest, precached: readonly string[]): string[] {
  const files = Object.entries(manifest)
    .filter(([key]) => consoleSource.test(key))
    .flatMap(([, chunk]) => [chunk.file, ...(chunk.css ?? [])])
  return files.filter((file) => precached.includes(file))
}

/** The addresses in the list that the build has put into the worker. */
export function precachedFiles(worker: string): string[] {
  return [...worker.matchAll(/["']?url["']?\s*:\s*["'`]([^"'`]+)["'`]/g)].map((match) =>
    (match[1] ?? '').replace(/^\//, ''),
  )
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Vite's record of a build: source file → chunk. */
export type BuildManifest = Readonly<Record<string, ManifestChunk>>

interface ManifestChunk {
  file: string
  imports?: readonly string[]
  css?: readonly string[]
  isEntry?: boolean
}

/** Reads the record of the build in a folder; empty when it has none. */
export async function readBuildManifest(distDir: string): Promise<BuildManifest> {
  try {
    return JSON.parse(await readFile(join(distDir, '.vite/manifest.json'), 'utf8')) as BuildManifest
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return {}
    throw error
  }
}

/**
 * Addresses of the scripts and styles that some routes need beyond what the shell loads by itself. A route may be
 * split into several chunks, whose names are the route's file and a query.
 */
export function listRouteFiles(manifest: BuildManifest, routes: readonly string[]): string[] {
  const ofShell = new Set<string>()
  const ofRoutes = new Set<string>()
  for (const [key, chunk] of Object.entries(manifest)) {
    if (chunk.isEntry) collect(manifest, key, ofShell)
    else if (routes.includes(key.split('?')[0] ?? '')) collect(manifest, key, ofRoutes)
  }
  return [...ofRoutes].filter((file) => !ofShell.has(file))
}

function collect(manifest: BuildManifest, key: string, files: Set<string>): void {
  const chunk = manifest[key]
  if (!chunk || files.has(`/${chunk.file}`)) return
  files.add(`/${chunk.file}`)
  for (const style of chunk.css ?? []) files.add(`/${style}`)
  for (const imported of chunk.imports ?? []) collect(manifest, imported, files)
}

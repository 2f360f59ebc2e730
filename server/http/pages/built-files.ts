import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createEtag, sendPublic, type PublicResponse } from '../public-response.ts'

/** Files of the built app in memory, by their path. */
export type BuiltFiles = ReadonlyMap<string, PublicResponse>

/** Names of files in this folder carry a hash of their content. */
const assetsFolder = '/assets/'
/** `Cache-Control` of assets: their content never changes. */
const assetCacheControl = 'public, max-age=31536000, immutable'
/** `Cache-Control` of shell, service worker and manifest: browsers store them and revalidate them each time. */
const shellCacheControl = 'no-cache'
/** `Cache-Control` of icons and other pictures, which rarely change under the same name. */
const pictureCacheControl = 'public, max-age=3600'

/** `Content-Type` by the extension of the file. */
const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}

/**
 * Reads the built app, some megabytes, into memory: no request reads the disk, and no file path comes from a URL.
 * Hidden files (the build's own records) are left out; `x.br` and `x.gz` are encodings of `x`.
 */
export async function readBuiltFiles(distDir: string): Promise<BuiltFiles> {
  const entries = await readdir(distDir, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(distDir, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !/(^|\/)\./.test(name))
  const bytes = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(distDir, name))] as const)),
  )
  const uncompressedNames = names.filter((name) => !/\.(br|gz)$/.test(name))
  return new Map(uncompressedNames.map((name) => [`/${name}`, toResponse(name, bytes)]))
}

function toResponse(name: string, bytes: ReadonlyMap<string, Buffer>): PublicResponse {
  const body = bytes.get(name) ?? Buffer.alloc(0)
  const brotli = bytes.get(`${name}.br`)
  const gzip = bytes.get(`${name}.gz`)
  return {
    body,
    etag: createEtag(body),
    ...(brotli && { brotli }),
    ...(gzip && { gzip }),
    contentType: contentTypes[extname(name)] ?? 'application/octet-stream',
    cacheControl: getCacheControl(name),
  }
}

function getCacheControl(name: string): string {
  if (`/${name}`.startsWith(assetsFolder)) return assetCacheControl
  return /\.(png|ico|svg|webp|jpg|woff2)$/.test(name) ? pictureCacheControl : shellCacheControl
}

/**
 * Handler of overload for files, which are served all the same: they cost hardly more than an error response, and pages
 * need them.
 */
const ignorePressure = () => undefined

/**
 * Registers a route for each file, but one for all assets together: with those of earlier builds they are hundreds, and a route
 * takes some 30 kB of memory.
 */
export function serveBuiltFiles(app: FastifyInstance, files: BuiltFiles): void {
  const options = {
    config: { permission: { kind: 'public' }, pressureHandler: ignorePressure },
    schema: { hide: true },
  } as const
  for (const [url, response] of files) {
    // The server may have another route for the path of a file.
    if (url.startsWith(assetsFolder) || app.hasRoute({ method: 'GET', url })) continue
    app.get(url, options, (_request, reply) => sendPublic(reply, response))
  }
  app.get<{ Params: { '*': string } }>(`${assetsFolder}*`, options, (request, reply) => {
    const response = files.get(assetsFolder + request.params['*'])
    if (response) return sendPublic(reply, response)
    // Responds like any path without a route.
    reply.callNotFound()
    return reply
  })
}

/** Manifest of Vite: source file → chunk. */
export type BuildManifest = Readonly<Record<string, ManifestChunk>>

/** A built script, as Vite describes it. */
interface ManifestChunk {
  /** Path of the built file, without a leading slash. */
  file: string
  /** Keys of the chunks that it imports statically. */
  imports?: readonly string[]
  /** Paths of its stylesheets, without a leading slash. */
  css?: readonly string[]
  /** True for the script that index.html loads: it is part of the shell. */
  isEntry?: boolean
}

/** Reads Vite's manifest in a folder; empty when there is none. */
export async function readBuildManifest(distDir: string): Promise<BuildManifest> {
  try {
    return JSON.parse(await readFile(join(distDir, '.vite/manifest.json'), 'utf8')) as BuildManifest
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return {}
    throw error
  }
}

/**
 * Lists the scripts and styles that routes need in addition to those of the shell. A route may be
 * split into several chunks, whose names are the route's file and a query.
 * @param routes source files of the routes' screens, as keys of the manifest
 */
export function listRouteFiles(manifest: BuildManifest, routes: readonly string[]): string[] {
  const shellFiles = new Set<string>()
  const routeFiles = new Set<string>()
  for (const [key, chunk] of Object.entries(manifest)) {
    if (chunk.isEntry) collectFiles(manifest, key, shellFiles)
    else if (routes.includes(key.split('?')[0] ?? '')) collectFiles(manifest, key, routeFiles)
  }
  return [...routeFiles].filter((file) => !shellFiles.has(file))
}

/** Adds the paths of a chunk, its stylesheets and the chunks that it imports, each with a leading slash. */
function collectFiles(manifest: BuildManifest, key: string, files: Set<string>): void {
  const chunk = manifest[key]
  if (!chunk || files.has(`/${chunk.file}`)) return
  files.add(`/${chunk.file}`)
  for (const style of chunk.css ?? []) files.add(`/${style}`)
  for (const imported of chunk.imports ?? []) collectFiles(manifest, imported, files)
}

import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createEtag, sendPublic, type PublicResponse } from '../public-response.ts'

/** Files of the built app by their addresses, in memory. */
export type BuiltFiles = ReadonlyMap<string, PublicResponse>

/** Names of files in this folder carry a hash of their content. */
const assetsFolder = '/assets/'
/** They never change, therefore. */
const immutable = 'public, max-age=31536000, immutable'
/** The shell, the worker, the manifest and other files whose names stay: kept, but asked for each time. */
const revalidate = 'no-cache'
/** Icons change seldom and their names stay. */
const forAnHour = 'public, max-age=3600'

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
 * Reads the built app: some megabytes, so that no request touches the disk and no path is ever made from an address.
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
  const own = names.filter((name) => !/\.(br|gz)$/.test(name))
  return new Map(own.map((name) => [`/${name}`, toAnswer(name, bytes)]))
}

function toAnswer(name: string, bytes: ReadonlyMap<string, Buffer>): PublicResponse {
  const body = bytes.get(name) ?? Buffer.alloc(0)
  const brotli = bytes.get(`${name}.br`)
  const gzip = bytes.get(`${name}.gz`)
  return {
    body,
    etag: createEtag(body),
    ...(brotli && { brotli }),
    ...(gzip && { gzip }),
    contentType: contentTypes[extname(name)] ?? 'application/octet-stream',
    cacheControl: cacheControlOf(name),
  }
}

function cacheControlOf(name: string): string {
  if (`/${name}`.startsWith(assetsFolder)) return immutable
  return /\.(png|ico|svg|webp|jpg|woff2)$/.test(name) ? forAnHour : revalidate
}

/** A file that lies in memory costs a busy process hardly more than a refusal, and a page dies of one that is missing. */
const answerAnyway = () => undefined

/**
 * One route for each file of the built app, so that an address that is no file meets none; and one for all assets, of
 * which there are hundreds with those of earlier builds: a route takes some 30 kB of memory.
 */
export function serveBuiltFiles(app: FastifyInstance, files: BuiltFiles): void {
  const options = {
    config: { permission: { kind: 'public' }, pressureHandler: answerAnyway },
    schema: { hide: true },
  } as const
  for (const [url, answer] of files) {
    // What the server writes itself it need not find among the files.
    if (url.startsWith(assetsFolder) || app.hasRoute({ method: 'GET', url })) continue
    app.get(url, options, (_request, reply) => sendPublic(reply, answer))
  }
  app.get<{ Params: { '*': string } }>(`${assetsFolder}*`, options, (request, reply) => {
    const answer = files.get(assetsFolder + request.params['*'])
    if (answer) return sendPublic(reply, answer)
    reply.callNotFound()
    return reply
  })
}

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

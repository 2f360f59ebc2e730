import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { PageData } from '#contract/page-data.ts'
import {
  readBuildManifest,
  type BuildManifest,
  readBuiltFiles,
  serveBuiltFiles,
  type BuiltFiles,
} from './built-files.ts'
import { createPageCache, emptyPageHeads, compressPage } from './page-cache.ts'
import { type PrerenderPage, createPrerenderThread } from './prerender.ts'
import { getPath, type SendPage } from '../not-found.ts'
import { type PageHeads, injectDeployment, type Deployment } from './page-html.ts'
import { getPageLocale, servePages, type PagesOptions } from './pages.ts'
import { sendPublic, type PublicResponse } from '../public-response.ts'

/** The built app in memory. */
export interface BuiltApp {
  files: BuiltFiles
  manifest: BuildManifest
  /** Text of index.html with the settings of this deployment. */
  shell: string
  /** The shell, ready to be sent as `/index.html`. */
  shellResponse: PublicResponse
  /** The pages that carry data. */
  pages: readonly PageData[]
  /** Path of the prerender program (the built `src/prerender.tsx`), if the build made one. */
  prerenderProgram?: string
}

/** Path of the shell: the HTML of the app without data, from which all pages are made. */
const shellUrl = '/index.html'

/**
 * Reads the built app into memory.
 * @param distDir folder of the build
 * @throws Error when the folder contains no built app
 */
export async function readBuiltApp(distDir: string, deployment: Deployment): Promise<BuiltApp> {
  const files = await readBuiltFiles(distDir)
  const index = files.get(shellUrl)
  const pages = await readFile(join(distDir, '.prerender/pages.json'), 'utf8').catch(() => undefined)
  if (!index || pages === undefined) throw new Error(`There is no built app in ${distDir}: run npm run build`)
  const shell = injectDeployment(String(index.body), deployment)
  const prerenderProgram = join(distDir, '.prerender/prerender.js')
  return {
    files,
    manifest: await readBuildManifest(distDir),
    shell,
    shellResponse: await compressPage(shell),
    pages: JSON.parse(pages) as PageData[],
    ...(existsSync(prerenderProgram) && { prerenderProgram }),
  }
}

/**
 * Registers the routes of files and of pages with data (see `pages.ts` for the flow).
 * @returns sends the shell, for every other page of the app
 */
export function serveApp(
  app: FastifyInstance,
  builtApp: BuiltApp,
  options: Pick<PagesOptions, 'apiPrefix' | 'nowMs' | 'now' | 'isDemonstration' | 'getRevision'> & {
    heads?: PageHeads
  },
): SendPage {
  const { files, manifest, shell, shellResponse, pages } = builtApp
  const findPage = createPageCache(options.heads ?? emptyPageHeads, app.log)
  // The shell never changes while the server runs, so its version is constant.
  const shellPage = { route: '*', html: shell, version: 0 }
  serveBuiltFiles(app, new Map([...files, [shellUrl, shellResponse]]))
  const prerenderPage = createPrerender(app, builtApp.prerenderProgram)
  servePages(app, {
    ...options,
    shell,
    manifest,
    pages,
    findPage,
    fetchInternal: createInternalFetch(app),
    ...(prerenderPage && { prerenderPage }),
  })
  return async (request, reply) =>
    sendPublic(reply, await findPage(getPath(request.url), getPageLocale(request), shellPage))
}

/** Calls our own API within the process; every check of an external request applies. */
function createInternalFetch(app: FastifyInstance) {
  return async (url: string, etag: string | undefined) => {
    const response = await app.inject({ url, headers: etag === undefined ? {} : { 'if-none-match': etag } })
    return {
      status: response.statusCode,
      etag: response.headers['etag'],
      body: response.body,
    }
  }
}

/**
 * Creates the function that prerenders in a thread, which ends with the server. After a failure a page has no prerendered
 * HTML and shows only when the app has loaded.
 */
function createPrerender(app: FastifyInstance, program: string | undefined): PrerenderPage | undefined {
  if (program === undefined) return undefined
  const thread = createPrerenderThread(program)
  app.addHook('onClose', () => thread.close())
  return (input) =>
    thread.prerender(input).catch((err: unknown) => {
      app.log.warn({ err, path: input.path }, 'Page not prerendered')
      return undefined
    })
}

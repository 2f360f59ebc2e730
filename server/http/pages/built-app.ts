import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
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
import { type PageHeads, withDeployment, type Deployment } from './page-html.ts'
import { getPageLocale, servePages, type PagesOptions } from './pages.ts'
import { sendPublic, type PublicResponse } from '../public-response.ts'

/** The built app in memory. */
export interface BuiltApp {
  files: BuiltFiles
  manifest: BuildManifest
  /** Text of index.html, as this deployment serves it. */
  shell: string
  shellAnswer: PublicResponse
  /** The program that draws first pictures, where the build made one. */
  prerenderProgram?: string
}

const shellUrl = '/index.html'

/** @throws Error when the folder holds no built app */
export async function readBuiltApp(distDir: string, deployment: Deployment): Promise<BuiltApp> {
  const files = await readBuiltFiles(distDir)
  const index = files.get(shellUrl)
  if (!index) throw new Error(`There is no built app in ${distDir}: run npm run build`)
  const shell = withDeployment(String(index.body), deployment)
  const prerenderProgram = join(distDir, '.picture/prerender.js')
  return {
    files,
    manifest: await readBuildManifest(distDir),
    shell,
    shellAnswer: await compressPage(shell),
    ...(existsSync(prerenderProgram) && { prerenderProgram }),
  }
}

/**
 * Serves files, pages with data, and the shell for every other page of the app.
 * @returns what sends the shell
 */
export function serveApp(
  app: FastifyInstance,
  builtApp: BuiltApp,
  options: Pick<PagesOptions, 'apiPrefix' | 'pages' | 'nowMs' | 'now' | 'isDemonstration' | 'revisionOf'> & {
    heads?: PageHeads
  },
): SendPage {
  const { files, manifest, shell, shellAnswer } = builtApp
  const findPage = createPageCache(options.heads ?? emptyPageHeads, app.log)
  const base = { route: '*', html: shell, version: 0 }
  serveBuiltFiles(app, new Map([...files, [shellUrl, shellAnswer]]))
  const prerenderPage = createDraw(app, builtApp.prerenderProgram)
  servePages(app, {
    ...options,
    shell,
    manifest,
    findPage,
    ask: createAsk(app),
    ...(prerenderPage && { drawPicture: prerenderPage }),
  })
  return async (request, reply) =>
    sendPublic(reply, await findPage(getPath(request.url), getPageLocale(request), base))
}

/** Calls of our own API within the process, through every check that a call from outside meets. */
function createAsk(app: FastifyInstance) {
  return async (url: string, etag: string | undefined) => {
    const answer = await app.inject({ url, headers: etag === undefined ? {} : { 'if-none-match': etag } })
    return {
      status: answer.statusCode,
      etag: answer.headers['etag'],
      body: answer.body,
    }
  }
}

/** Draws in a thread that ends with the server. A page whose picture cannot be drawn begins empty: it is only slower. */
function createDraw(app: FastifyInstance, program: string | undefined): PrerenderPage | undefined {
  if (program === undefined) return undefined
  const thread = createPrerenderThread(program)
  app.addHook('onClose', () => thread.close())
  return (source) =>
    thread.draw(source).catch((err: unknown) => {
      app.log.warn({ err, path: source.path }, 'first picture not drawn')
      return undefined
    })
}

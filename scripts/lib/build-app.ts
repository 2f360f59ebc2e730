import { execFile } from 'node:child_process'
import { access, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'
import type { PageData } from '#contract/page-data.ts'
import { markBuilt } from './build-state.ts'
import { compressAssets, retainEarlierAssets } from './built-assets.ts'
import { root } from './run.ts'

/**
 * Builds app and worker into dist/, retains the assets of earlier builds for open tabs, and compresses static files.
 * The prerender program is built last, because it is not served.
 */
export async function buildApp(): Promise<void> {
  await retainEarlierAssets(() => build({ root, logLevel: 'warn' }).then(() => undefined))
  await compressAssets()
  await buildPrerender()
  await markBuilt()
}

/** Folder of the prerender program. A hidden folder is never served; the server reads it (server/http/pages/built-app.ts). */
const prerenderFolder = 'dist/.prerender'

/** Builds the program that prerenders pages on the server: the app for Node, with all its packages. */
export async function buildPrerender(): Promise<void> {
  await build({
    root,
    logLevel: 'warn',
    // Without this, programs for Node decide at run time and include React twice.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { ssr: 'src/prerender.tsx', outDir: prerenderFolder, manifest: false, copyPublicDir: false },
    ssr: { noExternal: true },
  })
  const pages = await listPages()
  for (const file of pages.flatMap(({ routes }) => routes)) await access(join(root, file))
  await writeFile(join(root, prerenderFolder, 'pages.json'), JSON.stringify(pages))
}

/** Runs `listPages` of the prerender program in a process of its own, because timers of the app keep a process alive. */
async function listPages(): Promise<PageData[]> {
  const program = pathToFileURL(join(root, prerenderFolder, 'prerender.js')).href
  const code = `import { listPages } from ${JSON.stringify(program)}
    process.stdout.write(JSON.stringify(await listPages()), () => process.exit())`
  const args = ['--input-type=module', '--eval', code]
  // A loader that awaited its request would never end.
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 })
  return JSON.parse(stdout) as PageData[]
}

import { build } from 'vite'
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
}

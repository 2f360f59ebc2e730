import { build } from 'vite'
import { root } from './run.ts'

/** A hidden folder is never served. The server reads it (server/http/pages/built-app.ts). */
const folder = 'dist/.picture'

/** Builds the program that prerenders pages on the server: the app for Node, with all its packages. */
export async function buildPrerender(): Promise<void> {
  await build({
    root,
    logLevel: 'warn',
    // Without this, programs for Node decide at run time and include React twice.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { ssr: 'src/prerender.tsx', outDir: folder, manifest: false, copyPublicDir: false },
    ssr: { noExternal: true },
  })
}

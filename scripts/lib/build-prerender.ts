import { build } from 'vite'
import { root } from './run.ts'

/** A hidden folder is never served. The server reads it (server/http/pages/built-app.ts). */
const folder = 'dist/.picture'

/** Builds what draws the first picture of pages on the server: the app once more, for Node, with all it needs inside. */
export async function buildPrerender(): Promise<void> {
  await build({
    root,
    logLevel: 'warn',
    // Programs for Node decide at their start otherwise, and carry React twice.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { ssr: 'src/prerender.tsx', outDir: folder, manifest: false, copyPublicDir: false },
    ssr: { noExternal: true },
  })
}

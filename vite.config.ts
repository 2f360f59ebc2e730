import { defineConfig } from 'vite'
import react from '@vitejs/plugin-react'
import { checkChunkGroups, chunkGroups } from './scripts/vite/chunk-groups.ts'
import { preloadFirstLanguage, routes, startFailure } from './scripts/vite/plugins.ts'
import { worker } from './scripts/vite/worker.ts'

/** Where `npm run dev` finds the server; the app itself always asks its own origin. */
const serverUrl = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`

// The second build is the prerender program of the server (scripts/lib/build-app.ts): it has no worker and no chunks to balance.
export default defineConfig(({ isSsrBuild }) => ({
  base: '/',
  plugins: [
    routes(),
    react(),
    preloadFirstLanguage(),
    startFailure(),
    isSsrBuild ? [] : [worker(), checkChunkGroups()],
  ],
  build: {
    outDir: 'dist',
    manifest: true,
    // WeChat's and the phones' own web views lag behind: these versions run native modules and have what we call.
    target: ['es2022', 'chrome107', 'safari16', 'firefox108'],
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // A feature's door only passes on; so a route's eager half may take queries from it without its screens.
      treeshake: {
        moduleSideEffects: [
          {
            test: /[\\/]src[\\/](features[\\/][^\\/]+[\\/][^\\/]+|console|forms)[\\/]index\.ts$/,
            sideEffects: false,
          },
        ],
      },
      output: isSsrBuild ? {} : { codeSplitting: { groups: chunkGroups } },
    },
  },
  server: { proxy: { '/api': serverUrl } },
  preview: { proxy: { '/api': serverUrl } },
}))

import type { Plugin, PluginOption } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { locales } from '#contract/locale.ts'
import { manifestFile, webManifest } from '../../sw/manifest.ts'

/** Files that the worker keeps from the start: shell, attendees' screens, both languages, icons. */
const precached = [
  'index.html',
  'assets/*.{js,css}',
  'icon.svg',
  'favicon.ico',
  'icons/icon-192.png',
  '*.webmanifest',
]

/** The console's chunks: few people need them, they are kept at first use (offline.md 4). */
const notPrecached = ['**/*console*', '**/*Console*']

/** The service worker from `sw/sw.ts`, and a web manifest for each language. */
export function worker(): PluginOption[] {
  return [
    manifests(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      // Registered by src/app/updates, through the page's one Trusted Types policy.
      injectRegister: false,
      manifest: false,
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: precached,
        globIgnores: notPrecached,
        // Names under assets/ carry a hash of the content: no second one in the query.
        dontCacheBustURLsMatching: /^assets\//,
        rollupFormat: 'iife',
        sourcemap: false,
      },
    }),
  ]
}

/** Emits the manifests; the page links the one of its language. */
function manifests(): Plugin {
  return {
    name: 'forum:manifests',
    apply: 'build',
    generateBundle() {
      for (const locale of locales)
        this.emitFile({
          type: 'asset',
          fileName: manifestFile(locale),
          source: JSON.stringify(webManifest(locale)),
        })
    },
  }
}

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

/** Sources of the console: few people need what is made of them, it is kept at first use (offline.md 4). */
const consoleSource = /\/features\/console\//
/** What is fetched for its sake alone: its route and its texts. The route's address is every page's. */
const consoleEntry = /\/console[^/]*\.(json|tsx)/

/** The service worker from `sw/sw.ts`, and a web manifest for each language. */
export function worker(): PluginOption[] {
  const ofConsole = new Set<string>()
  return [
    manifests(),
    findConsole(ofConsole),
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
        manifestTransforms: [
          (entries) => ({ manifest: entries.filter(({ url }) => !ofConsole.has(url)), warnings: [] }),
        ],
        // Names under assets/ carry a hash of the content: no second one in the query.
        dontCacheBustURLsMatching: /^assets\//,
        rollupFormat: 'iife',
        sourcemap: false,
      },
    }),
  ]
}

/** Notes the files of the console, scripts and styles, and writes down which they are. */
function findConsole(found: Set<string>): Plugin {
  return {
    name: 'forum:console-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        // A file that only passes on what another one has holds no module of its own.
        const entry = chunk.facadeModuleId ?? ''
        const isOfConsole =
          consoleEntry.test(entry) || [entry, ...chunk.moduleIds].some((id) => consoleSource.test(id))
        if (!isOfConsole) continue
        for (const file of [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]) found.add(file)
      }
      // A page of the console has the worker keep all of them (sw/keep-console.ts).
      const addresses = [...found].map((file) => `/${file}`)
      this.emitFile({ type: 'asset', fileName: 'console-files.json', source: JSON.stringify(addresses) })
    },
  }
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

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

/** What the build finds out about the console; the worker is built after it. */
interface ConsoleFiles {
  files: Set<string>
  /** Where the list of them stands: its name has a hash, so that each build has its own beside those of earlier ones. */
  listAddress: string
}

/** The service worker from `sw/sw.ts`, and a web manifest for each language. */
export function worker(): PluginOption[] {
  const ofConsole: ConsoleFiles = { files: new Set(), listAddress: '' }
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
          (entries) => ({ manifest: entries.filter(({ url }) => !ofConsole.files.has(url)), warnings: [] }),
        ],
        // Names under assets/ carry a hash of the content: no second one in the query.
        dontCacheBustURLsMatching: /^assets\//,
        rollupFormat: 'iife',
        buildPlugins: { vite: [tellListAddress(ofConsole)] },
        sourcemap: false,
      },
    }),
  ]
}

/** Notes the files of the console, scripts and styles, and writes down which they are. */
function findConsole(found: ConsoleFiles): Plugin {
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
        for (const file of [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]) found.files.add(file)
      }
      // A page of the console has the worker keep all of them (sw/precache-console.ts).
      const addresses = [...found.files].map((file) => `/${file}`)
      const source = JSON.stringify(addresses)
      const list = this.emitFile({ type: 'asset', name: 'console-files.json', source })
      found.listAddress = `/${this.getFileName(list)}`
    },
  }
}

/** Tells the worker where the list of its own build is. */
function tellListAddress(found: ConsoleFiles): Plugin {
  return {
    name: 'forum:console-list-address',
    config: () => ({ define: { CONSOLE_LIST_ADDRESS: JSON.stringify(found.listAddress) } }),
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

import type { Plugin, PluginOption } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { locales } from '#contract/locale.ts'
import { manifestFile, webManifest } from '../../sw/manifest.ts'

/** Files that the worker precaches: shell, attendees' screens, both languages, icons. */
const precached = [
  'index.html',
  'assets/*.{js,css}',
  'icon.svg',
  'favicon.ico',
  'icons/icon-192.png',
  '*.webmanifest',
]

/** Sources of the console. Few users need its chunks, so the worker caches them on first use. */
const consoleSource = /\/features\/console\//
/** Chunks that only the console needs: its route and its texts. The route's path belongs to every page. */
const consoleEntry = /\/console[^/]*\.(json|tsx)/

/** Console files that the build finds; the worker is built after it. */
interface ConsoleFiles {
  files: Set<string>
  /**
   * URL of the list of these files. Its name has a hash, so that each build has its own beside those of earlier ones.
   */
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
        // Names under assets/ contain a content hash, so the query needs none.
        dontCacheBustURLsMatching: /^assets\//,
        rollupFormat: 'iife',
        buildPlugins: { vite: [publishListAddress(ofConsole)] },
        sourcemap: false,
      },
    }),
  ]
}

/** Finds the scripts and styles of the console, and writes the list of them. */
function findConsole(found: ConsoleFiles): Plugin {
  return {
    name: 'forum:console-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        // A chunk that only re-exports another one has no modules of its own.
        const entry = chunk.facadeModuleId ?? ''
        const isOfConsole =
          consoleEntry.test(entry) || [entry, ...chunk.moduleIds].some((id) => consoleSource.test(id))
        if (!isOfConsole) continue
        for (const file of [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]) found.files.add(file)
      }
      // A console page makes the worker cache all of them (sw/precache-console.ts).
      const addresses = [...found.files].map((file) => `/${file}`)
      const source = JSON.stringify(addresses)
      const list = this.emitFile({ type: 'asset', name: 'console-files.json', source })
      found.listAddress = `/${this.getFileName(list)}`
    },
  }
}

/** Passes the URL of its build's list to the worker. */
function publishListAddress(found: ConsoleFiles): Plugin {
  return {
    name: 'forum:console-list-address',
    config: () => ({ define: { CONSOLE_LIST_ADDRESS: JSON.stringify(found.listAddress) } }),
  }
}

/** Emits the manifests. The page links the one of its language. */
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

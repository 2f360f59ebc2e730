import type { Plugin, PluginOption } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { locales } from '#contract/locale.ts'
import { manifestFile, webManifest } from '../../sw/manifest.ts'

/** Files that the worker precaches: shell, attendees' screens, both languages, icons. */
const precachePatterns = [
  'index.html',
  'assets/*.{js,css}',
  'icon.svg',
  'favicon.ico',
  'icons/icon-192.png',
  '*.webmanifest',
]

/** Sources of the console. Few users need its chunks, so the worker caches them on first use. */
const consoleSourcePattern = /\/src\/console\//
/** Entry modules of chunks that only the console needs: its lazy route and its texts. */
const consoleEntryPattern = /\/console[^/]*\.(json|tsx)/

/** The console's files, which the app's build finds before the worker's build needs them. */
interface ConsoleFiles {
  /** Names relative to `dist`, such as `assets/console-3f2a.js`. */
  files: Set<string>
  /**
   * URL of the list of these files. It contains a hash, so that lists of earlier builds stay valid.
   */
  listUrl: string
}

/** The service worker from `sw/sw.ts`, and a web manifest for each language. */
export function worker(): PluginOption[] {
  const consoleFiles: ConsoleFiles = { files: new Set(), listUrl: '' }
  return [
    emitManifests(),
    findConsoleFiles(consoleFiles),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      // Registered by src/app/updates, through the page's one Trusted Types policy.
      injectRegister: false,
      manifest: false,
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: precachePatterns,
        manifestTransforms: [
          // The worker caches the console's files on demand instead.
          (entries) => ({
            manifest: entries.filter(({ url }) => !consoleFiles.files.has(url)),
            warnings: [],
          }),
        ],
        // Names under assets/ contain a content hash, so the query needs none.
        dontCacheBustURLsMatching: /^assets\//,
        // The worker is registered as a classic script, which has no imports.
        rollupFormat: 'iife',
        buildPlugins: { vite: [publishListUrl(consoleFiles)] },
        sourcemap: false,
      },
    }),
  ]
}

/** Finds the scripts and styles of the console, and writes the list of them. */
function findConsoleFiles(consoleFiles: ConsoleFiles): Plugin {
  return {
    name: 'forum:console-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        // A chunk that only re-exports another one has no modules of its own.
        const entry = chunk.facadeModuleId ?? ''
        const isConsoleChunk =
          consoleEntryPattern.test(entry) ||
          [entry, ...chunk.moduleIds].some((id) => consoleSourcePattern.test(id))
        if (!isConsoleChunk) continue
        for (const file of [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])])
          consoleFiles.files.add(file)
      }
      // A console page requests the worker to cache all of them (sw/messages.ts).
      const urls = [...consoleFiles.files].map((file) => `/${file}`)
      const source = JSON.stringify(urls)
      const listFile = this.emitFile({ type: 'asset', name: 'console-files.json', source })
      consoleFiles.listUrl = `/${this.getFileName(listFile)}`
    },
  }
}

/** Passes the URL of its build's list to the worker. */
function publishListUrl(consoleFiles: ConsoleFiles): Plugin {
  return {
    name: 'forum:console-list-address',
    config: () => ({ define: { CONSOLE_LIST_ADDRESS: JSON.stringify(consoleFiles.listUrl) } }),
  }
}

/** Emits the manifests. The page links the one of its language. */
function emitManifests(): Plugin {
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

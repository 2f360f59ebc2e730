import type { Plugin } from 'vite'

/** Packages that every page needs. They change only with their versions. */
const vendorPackages = [
  'react',
  'react-dom',
  'scheduler',
  'use-sync-external-store',
  '@tanstack/react-router',
  '@tanstack/router-core',
  '@tanstack/history',
  '@tanstack/store',
  '@tanstack/react-store',
  '@tanstack/react-query',
  '@tanstack/query-core',
  '@tanstack/query-sync-storage-persister',
  'i18next',
  'react-i18next',
  'dayjs',
].map((name) => new RegExp(`/node_modules/${name}/`))

/** Modules of features that routes import eagerly: queries and route guards. */
const eagerFeatureModules = [
  /\/src\/features\/[^/]+\/[^/]+\/queries\.ts/,
  /\/src\/features\/participant\/accounts\/current-user\.ts/,
  /\/src\/features\/participant\/accounts\/require-sign-in\.ts/,
]

/** Routes without their screens, which the router's plugin splits off as modules with a query (`?tsr-split=component`). */
const eagerRoutes = [/\/src\/routes\/(?!.*[?])/, /\/src\/routes\/_main\.tsx/]

/**
 * The app's own modules that every page may need: layout, shared components, and modules that routes import eagerly.
 */
const frame = [
  /\/src\/app\//,
  /\/src\/platform\//,
  /\/src\/ui\//,
  /\/contract\//,
  // Vite's code that loads chunks on demand.
  /vite\/preload-helper/,
  ...eagerRoutes,
  ...eagerFeatureModules,
]

/** Modules of the frame that are loaded on first use. */
const lazyModules = [
  /\/src\/ui\/Sheet/,
  /\/src\/ui\/RichText/,
  /\/src\/ui\/ShareButton/,
  /\/src\/app\/NoticeStack/,
  /\/src\/app\/layout\/MoreSheet/,
  /\/src\/app\/layout\/UserLayout/,
  /\/src\/app\/status\/status-notice/,
  /\/src\/app\/updates\/register-worker/,
  /\/src\/app\/i18n\/(zh-CN|en)(-registration|-member)?\.ts/,
  /\/src\/routes\/console[^/]*\.lazy/,
]

/** Large packages that only some screens use. */
const heavyPackages = /\/node_modules\/antd-mobile\//

/** Modules of the programme, shared by the agenda with its sheets, the session page and the home page. */
const programme = [
  /\/src\/features\/programme\/sessions\//,
  /\/src\/features\/programme\/session-times\//,
  /\/src\/features\/programme\/favourites\//,
  /\/src\/features\/programme\/agenda\/filters\.ts/,
]

/** Modules of forms. The console's lists also need some of them. */
const forms = [/\/src\/forms\//, /\/contract\/form\//]

/** Modules that every visit loads at its start: entry point, layout, routes and what they import eagerly. */
const startModules = [/\/src\/main\.tsx/, ...eagerRoutes, ...eagerFeatureModules]

/** Returns whether a module matches one of the patterns. */
function isOneOf(patterns: readonly RegExp[], id: string): boolean {
  const path = id.replaceAll('\\', '/')
  return patterns.some((pattern) => pattern.test(path))
}

/** Fails the build when a pattern matches no module: after a rename or removal, chunks would change unnoticed. */
export function checkChunkGroups(): Plugin {
  return {
    name: 'check-chunk-groups',
    apply: 'build',
    buildEnd(error) {
      if (error) return
      const ids = [...this.getModuleIds()]
      const allPatterns = new Set([
        ...vendorPackages,
        ...frame,
        ...lazyModules,
        heavyPackages,
        ...programme,
        ...forms,
        ...startModules,
      ])
      const unmatched = [...allPatterns].filter((pattern) => !ids.some((id) => isOneOf([pattern], id)))
      if (unmatched.length > 0)
        this.error(`scripts/vite/chunk-groups.ts names what no module is: ${unmatched.join(', ')}`)
    },
  }
}

/** The bundler's module information, as far as it is used here. */
interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; importers: readonly string[] } | null
}

/** Returns whether a module imports heavy packages, which it would add to every page. */
function isHeavy(id: string, graph: ModuleGraph): boolean {
  const importedIds = graph.getModuleInfo(id)?.importedIds ?? []
  // Of shared modules only those in `src/ui` wrap such packages, so only these are followed.
  return importedIds.some(
    (importedId) =>
      isOneOf([heavyPackages], importedId) ||
      (/src[\\/]ui[\\/]/.test(importedId) && isHeavy(importedId, graph)),
  )
}

/** Matches a module of a feature, the console or the forms, and captures its folder. */
const feature = /[\\/]src[\\/](?:features[\\/][^\\/]+[\\/]([^\\/]+)|(console|forms))[\\/]/

/** Features for signed-in participants; visitors load none of them. */
export const memberFeatures: ReadonlySet<string> = new Set([
  'accounts',
  'account-favourites',
  'participant-forms',
  'ask',
  'console',
  'forms',
  'notes',
  'outbox',
  'register',
  'side-meetings',
  'speech-materials',
  'travel-infos',
])

/**
 * Shared modules that at most so many features use are loaded with their screens instead of the frame. The home page has
 * 178 kB with all shared modules in the frame, 172 kB for a maximum of one feature, 170 kB for two and 169 kB for three.
 */
const maxFeatures = 3

/**
 * Finds the features that import a module, directly or through shared modules; `'start'` for modules that every visit
 * loads. Does not follow the importers of a feature's modules, because before tree shaking routes import all of them.
 */
function findUsingFeatures(id: string, graph: ModuleGraph): ReadonlySet<string> {
  const usingFeatures = new Set<string>()
  const visited = new Set([id])
  for (const current of visited)
    for (const importer of graph.getModuleInfo(current)?.importers ?? []) {
      const [, featureName, folderName] = feature.exec(importer) ?? []
      const usingFeature = isOneOf(startModules, importer) ? 'start' : (featureName ?? folderName)
      if (usingFeature !== undefined) usingFeatures.add(usingFeature)
      else if (!isOneOf(lazyModules, importer)) visited.add(importer)
    }
  return usingFeatures
}

/**
 * Finds the group of a shared module: `frame` for modules that every visit or more than {@link maxFeatures} features need,
 * `members` when all of these are features of signed-in users. Null for modules that stay with their screens.
 */
function findFrameGroup(id: string, graph: ModuleGraph): string | null {
  if (!isOneOf(frame, id) || isOneOf(lazyModules, id) || isHeavy(id, graph)) return null
  const usingFeatures = findUsingFeatures(id, graph)
  if (isOneOf(startModules, id) || usingFeatures.has('start')) return 'frame'
  if (usingFeatures.size <= maxFeatures) return null
  return [...usingFeatures].every((name) => memberFeatures.has(name)) ? 'members' : 'frame'
}

/**
 * Groups of modules that share a chunk. Many small chunks would compress badly and queue on the browser's connections. Other
 * modules are in the chunks of their pages, of which a visitor opens few. A module goes to the matching group of the highest
 * priority. `minShareCount: 2` leaves a module that one page alone uses in the chunk of that page.
 */
export const chunkGroups = [
  { name: 'vendor', test: (id: string) => isOneOf(vendorPackages, id), priority: 3 },
  { name: findFrameGroup, debugName: 'frame', priority: 2 },
  { name: 'programme', test: (id: string) => isOneOf(programme, id), minShareCount: 2, priority: 1 },
  { name: 'forms', test: (id: string) => isOneOf(forms, id), minShareCount: 2, priority: 1 },
]

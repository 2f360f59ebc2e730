import type { Plugin } from 'vite'

/** Packages that every page needs. They change only with their versions. */
const everyPage = [
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

/** Modules of features that routes need before a screen: its queries and its guards. */
const requestedChunks = [
  /\/src\/features\/[^/]+\/queries\.ts/,
  /\/src\/features\/accounts\/current-user\.ts/,
  /\/src\/features\/accounts\/require-sign-in\.ts/,
  /\/src\/features\/accounts\/require-employee\.ts/,
]

const eagerRoutes = [/\/src\/routes\/(?!.*[?])/, /\/src\/routes\/_main\.tsx/]

/**
 * Our own code that every page may need: the frame, shared components, and modules that routes need before a screen.
 */
const frame = [
  /\/src\/app\//,
  /\/src\/lib\//,
  /\/src\/ui\//,
  /\/contract\//,
  /vite\/preload-helper/,
  ...eagerRoutes,
  ...requestedChunks,
]

/** Modules of the frame that are loaded on first use. */
const later = [
  /\/src\/ui\/Sheet/,
  /\/src\/ui\/RichText/,
  /\/src\/ui\/ShareButton/,
  /\/src\/lib\/share/,
  /\/src\/app\/NoticeStack/,
  /\/src\/app\/layout\/MoreSheet/,
  /\/src\/app\/layout\/LanguageButton/,
  /\/src\/app\/layout\/UserLayout/,
  /\/src\/app\/status\/status-notice/,
  /\/src\/app\/updates\/register-worker/,
  /\/src\/app\/i18n\/(zh-CN|en)(-registration|-member)?\.ts/,
  /\/src\/routes\/console\.lazy/,
]

const heavy = /\/node_modules\/antd-mobile\//

/** The programme: shared by the agenda, a session's page and home. */
const programme = [
  /\/src\/features\/sessions\//,
  /\/src\/features\/favourites\//,
  /\/src\/features\/agenda\/format-filter-value/,
]

/** Forms over definitions. The console's lists need some of it, and load the rest before its forms do (decision 220). */
const forms = [/\/src\/features\/forms\//, /\/contract\/form\//]

/** Start of every visit: the program, its layout, the routes and what they need before a screen. */
const start = [/\/src\/main\.tsx/, ...eagerRoutes, ...requestedChunks]

/** True when a module belongs to one of these. */
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
      const named = new Set([...everyPage, ...frame, ...later, heavy, ...programme, ...forms, ...start])
      const unmatched = [...named].filter((pattern) => !ids.some((id) => isOneOf([pattern], id)))
      if (unmatched.length > 0)
        this.error(`scripts/vite/chunk-groups.ts names what no module is: ${unmatched.join(', ')}`)
    },
  }
}

/** The bundler's module information, as far as it is used here. */
interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; importers: readonly string[] } | null
}

/** A module that imports heavy packages would add them to every page. */
function isHeavy(id: string, graph: ModuleGraph): boolean {
  const imported = graph.getModuleInfo(id)?.importedIds ?? []
  return imported.some(
    (other) => isOneOf([heavy], other) || (/src[\\/]ui[\\/]/.test(other) && isHeavy(other, graph)),
  )
}

/** Matches a module of a feature, and captures the feature. */
const feature = /[\\/]src[\\/]features[\\/]([^\\/]+)[\\/]/

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
 * Modules with at most this many users are loaded with their screens. The home page has 178 kB with all modules in the
 * frame, 172 without those of one feature, 170 of two, 169 of three. Without all modules that only pages use it has
 * 173, in twice the files.
 */
const fewFeatures = 3

/**
 * Finds the users of a module: features, and `start` for what every visit needs. It does not follow a feature's
 * modules further: its door exports its screens too, and routes import them before tree shaking.
 */
function findUsers(id: string, graph: ModuleGraph): ReadonlySet<string> {
  const users = new Set<string>()
  const seen = new Set([id])
  for (const each of seen)
    for (const other of graph.getModuleInfo(each)?.importers ?? []) {
      if (isOneOf(start, other)) users.add('start')
      else if (feature.test(other)) users.add(feature.exec(other)?.[1] ?? '')
      else if (!isOneOf(later, other)) seen.add(other)
    }
  return users
}

function findFrame(id: string, graph: ModuleGraph): string | null {
  if (!isOneOf(frame, id) || isOneOf(later, id) || isHeavy(id, graph)) return null
  const users = findUsers(id, graph)
  if (isOneOf(start, id) || users.has('start')) return 'frame'
  if (users.size <= fewFeatures) return null
  return [...users].every((user) => memberFeatures.has(user)) ? 'members' : 'frame'
}

/**
 * Groups of modules that share a chunk. There are few chunks, because fifty files of a few hundred bytes compress
 * badly and queue on six connections. Every page has its own, because a visitor reads few of them.
 */
export const chunkGroups = [
  { name: 'vendor', test: (id: string) => isOneOf(everyPage, id), priority: 3 },
  { name: findFrame, debugName: 'frame', priority: 2 },
  { name: 'programme', test: (id: string) => isOneOf(programme, id), minShareCount: 2, priority: 1 },
  { name: 'forms', test: (id: string) => isOneOf(forms, id), minShareCount: 2, priority: 1 },
]

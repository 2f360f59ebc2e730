import type { Plugin } from 'vite'

/** Packages that every page needs; they change with their versions only. */
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

/** What the routes' eager halves ask of features before a screen: its queries, and who may enter. */
const asked = [
  /\/src\/features\/[^/]+\/queries\.ts/,
  /\/src\/features\/accounts\/current-user\.ts/,
  /\/src\/features\/accounts\/require-sign-in\.ts/,
  /\/src\/features\/accounts\/require-employee\.ts/,
]

const eagerRoutes = [/\/src\/routes\/(?!.*[?])/, /\/src\/routes\/_main\.tsx/]

/** Our own code that every page may need: the frame, the parts of screens, and what the routes ask before a screen. */
const frame = [
  /\/src\/app\//,
  /\/src\/lib\//,
  /\/src\/ui\//,
  /\/contract\//,
  /vite\/preload-helper/,
  ...eagerRoutes,
  ...asked,
]

/** Parts of the frame that are fetched at their first use. */
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

/** Where every visit begins: the program, its layout, and what routes and their questions are made of. */
const start = [/\/src\/main\.tsx/, ...eagerRoutes, ...asked]

/** True when a module belongs to one of these. */
function isOneOf(patterns: readonly RegExp[], id: string): boolean {
  const path = id.replaceAll('\\', '/')
  return patterns.some((pattern) => pattern.test(path))
}

/** Fails a build in which a pattern finds no module: a file was renamed or removed, and the chunks would change unnoticed. */
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

/** What the bundler tells of modules, as far as it is asked here. */
interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; importers: readonly string[] } | null
}

/** A part that brings heavy packages along would bring them to every page. */
function isHeavy(id: string, graph: ModuleGraph): boolean {
  const imported = graph.getModuleInfo(id)?.importedIds ?? []
  return imported.some(
    (other) => isOneOf([heavy], other) || (/src[\\/]ui[\\/]/.test(other) && isHeavy(other, graph)),
  )
}

/** The module of a feature, and which. */
const feature = /[\\/]src[\\/]features[\\/]([^\\/]+)[\\/]/

/** Features of people who take part: visitors load none of them. */
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
 * Parts that no more features than these use travel with their screens: home has 178 kB with all parts in the frame, 172
 * without those of one feature, 170 of two, 169 of three; without all that pages alone use 173, in twice the files.
 */
const fewFeatures = 3

/**
 * Who uses a part: features, and `start` for what every visit needs. A feature's modules are not followed further: its door
 * names its screens too, and routes have imported them before the bundler leaves out what nobody uses.
 */
function usersOf(id: string, graph: ModuleGraph): ReadonlySet<string> {
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
  const users = usersOf(id, graph)
  if (isOneOf(start, id) || users.has('start')) return 'frame'
  if (users.size <= fewFeatures) return null
  return [...users].every((user) => memberFeatures.has(user)) ? 'members' : 'frame'
}

/**
 * Which modules share a chunk. Few chunks, because fifty files of a few hundred bytes compress badly and wait for each
 * other on six connections; every page its own, because a visitor reads few of them.
 */
export const chunkGroups = [
  { name: 'vendor', test: (id: string) => isOneOf(everyPage, id), priority: 3 },
  { name: findFrame, debugName: 'frame', priority: 2 },
  { name: 'programme', test: (id: string) => isOneOf(programme, id), minShareCount: 2, priority: 1 },
  { name: 'forms', test: (id: string) => isOneOf(forms, id), minShareCount: 2, priority: 1 },
]

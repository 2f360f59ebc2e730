/** Packages that every page needs; they change with their versions only. */
const everyPage =
  /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](react-router|router-core|history|store|react-store|react-query|query-core|query-sync-storage-persister)|i18next|react-i18next|dayjs)[\\/]/

/** Our own code that every page may need: the frame, the parts of screens, and what the routes ask before a screen. */
const frame =
  /[\\/]src[\\/](app|lib|ui)[\\/]|[\\/]src[\\/]routes[\\/](?!.*[?])|[\\/]src[\\/]routes[\\/]_main\.tsx|[\\/]src[\\/]features[\\/]\w+[\\/](queries|current-user|require-sign-in|require-organiser)\.ts|[\\/]contract[\\/]|vite[\\/]preload-helper/

/** Parts of the frame that are fetched at their first use. */
const later =
  /[\\/]src[\\/](ui[\\/](Sheet|RichText|ShareButton)|lib[\\/]share|app[\\/]([\w-]+[\\/](MoreSheet|LanguageButton|UserLayout|status-notice|worker)|i18n[\\/](zh-CN|en)(-joining|-own)?\.ts|NoticeStack)|routes[\\/]console\.lazy)/

const heavy = /node_modules[\\/]antd-mobile/

/** The programme: shared by the agenda, a session's page and home. */
const programme = /[\\/]src[\\/]features[\\/]((sessions|favourites)[\\/]|agenda[\\/]filter-names)/

/** Forms over definitions. The console's lists need some of it, and load the rest before its forms do (decision 220). */
const forms = /[\\/]src[\\/]features[\\/]forms[\\/]|[\\/]contract[\\/]form[\\/]/

/** What the bundler tells of modules, as far as it is asked here. */
interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; importers: readonly string[] } | null
}

/** A part that brings heavy packages along would bring them to every page. */
function isHeavy(id: string, graph: ModuleGraph): boolean {
  const imported = graph.getModuleInfo(id)?.importedIds ?? []
  return imported.some(
    (other) => heavy.test(other) || (/src[\\/]ui[\\/]/.test(other) && isHeavy(other, graph)),
  )
}

/** The module of a feature, and which. */
const feature = /[\\/]src[\\/]features[\\/]([^\\/]+)[\\/]/

/** Features of people who take part: visitors load none of them. */
export const ofMembers: ReadonlySet<string> = new Set([
  'accounts',
  'account-favourites',
  'after-approval',
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

/** Where every visit begins: the program, its layout, and what routes and their questions are made of. */
const start =
  /[\\/]src[\\/](main\.tsx|routes[\\/](_main\.tsx|(?!.*[?]).*)|features[\\/]\w+[\\/](queries|current-user|require-sign-in|require-organiser)\.ts)/

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
      if (start.test(other)) users.add('start')
      else if (feature.test(other)) users.add(feature.exec(other)?.[1] ?? '')
      else if (!later.test(other)) seen.add(other)
    }
  return users
}

function findFrame(id: string, graph: ModuleGraph): string | null {
  if (!frame.test(id) || later.test(id) || isHeavy(id, graph)) return null
  const users = usersOf(id, graph)
  if (start.test(id) || users.has('start')) return 'frame'
  if (users.size <= fewFeatures) return null
  return [...users].every((user) => ofMembers.has(user)) ? 'members' : 'frame'
}

/**
 * Which modules share a chunk. Few chunks, because fifty files of a few hundred bytes compress badly and wait for each
 * other on six connections; every page its own, because a visitor reads few of them.
 */
export const chunkGroups = [
  { name: 'vendor', test: everyPage, priority: 3 },
  { name: findFrame, debugName: 'frame', priority: 2 },
  { name: 'programme', test: programme, minShareCount: 2, priority: 1 },
  { name: 'forms', test: forms, minShareCount: 2, priority: 1 },
]

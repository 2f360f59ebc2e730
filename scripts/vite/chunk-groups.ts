/** Packages that every page needs; they change with their versions only. */
const everyPage =
  /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](react-router|router-core|history|store|react-store|react-query|query-core|query-sync-storage-persister)|i18next|react-i18next|dayjs)[\\/]/

/** Our own code that every page needs: the frame, the parts of screens, and what the routes ask before a screen. */
const frame =
  /[\\/]src[\\/](app|lib|ui)[\\/]|[\\/]src[\\/]routes[\\/](?!.*[?])|[\\/]src[\\/]routes[\\/]_main\.tsx|[\\/]src[\\/]features[\\/]\w+[\\/](queries|current-user|require-sign-in|require-organiser)\.ts|[\\/]contract[\\/]|vite[\\/]preload-helper/

/** Parts of the frame that are fetched at their first use. */
const later =
  /[\\/]src[\\/](ui[\\/](Sheet|RichText|ShareButton)|lib[\\/]share|app[\\/]([\w-]+[\\/](MoreSheet|LanguageButton|UserLayout|status-notice|worker)|i18n[\\/](zh-CN|en)\.ts|NoticeStack)|routes[\\/]console\.lazy)/

const heavy = /node_modules[\\/]antd-mobile/

/** The programme: shared by the agenda, a session's page and home. */
const programme = /[\\/]src[\\/]features[\\/]((sessions|favourites)[\\/]|agenda[\\/]filter-names)/

/** What the bundler tells of modules, as far as it is asked here. */
interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

/** A part that brings heavy packages along would bring them to every page. */
function isHeavy(id: string, graph: ModuleGraph): boolean {
  const imported = graph.getModuleInfo(id)?.importedIds ?? []
  return imported.some(
    (other) => heavy.test(other) || (/src[\\/]ui[\\/]/.test(other) && isHeavy(other, graph)),
  )
}

function findFrame(id: string, graph: ModuleGraph): string | null {
  return frame.test(id) && !later.test(id) && !isHeavy(id, graph) ? 'frame' : null
}

/**
 * Which modules share a chunk. Few chunks, because fifty files of a few hundred bytes compress badly and wait for each
 * other on six connections; every page its own, because a visitor reads few of them.
 */
export const chunkGroups = [
  { name: 'vendor', test: everyPage, priority: 3 },
  { name: findFrame, debugName: 'frame', priority: 2 },
  { name: 'programme', test: programme, minShareCount: 2, priority: 1 },
]

/** A public request whose response is embedded in the page that needs it at its first paint. */
export interface PageCall {
  /** The module whose rows it returns. */
  module: string
  /** Path under the API prefix. */
  path: string
  /** Query parameters, in the order in which the app's client writes them: its cache key is the whole URL. */
  params: Readonly<Record<string, string>>
}

/**
 * Data that the server puts into a page, so that a first visit needs no second round trip. The build lists them from the
 * app's routes (src/prerender.tsx).
 */
export interface PageData {
  /** Path of the page; `:name` matches one segment. */
  path: string
  calls: readonly PageCall[]
  /** Source files of the routes, whose chunks are linked as preloads. */
  routes: readonly string[]
}

/** `size: 0` requests all rows in one page. */
const allRows: ListParams = { size: 0 }

const forumCall: PageCall = { module: 'settings', path: paths.settings('forum'), params: {} }
const categoriesCall = toListCall('article_category', allRows)
const programmeCalls = [
  forumCall,
  toListCall('sessions', allRows),
  toListCall('tracks', allRows),
  toListCall('rooms', allRows),
  toListCall('speakers', allRows),
]
const homeCalls = [
  forumCall,
  toListCall('informations', pageListParams.homeNews),
  toListCall('documents', pageListParams.homeHotDocuments),
  toListCall('documents', pageListParams.homeDocuments),
  toListCall('qa', pageListParams.homeQas),
  toListCall('sessions', pageListParams.homeFirstSession),
  toListCall('partners', allRows),
]

const exhibitionCalls = [
  forumCall,
  toListCall('exhibitors', { ...pageListParams.exhibitors, ...allRows }),
  toListCall('hall_plans', allRows),
]

const cityGuideCalls = [
  forumCall,
  toListCall('pages', { ...pageListParams.pages, ...allRows }),
  toListCall('places', { ...pageListParams.places, ...allRows }),
  toListCall('tour_routes', allRows),
  toListCall('rooms', allRows),
]

const layoutRoute = 'src/routes/_main.tsx'
const agendaRoute = 'src/routes/_main/agenda.tsx'

/** The pages with embedded data. Screens send the same requests; requests that are missing here use the network. */
export const pages: readonly PageData[] = [
  { path: '/', calls: homeCalls, routes: [layoutRoute, 'src/routes/_main/index.tsx'] },
  { path: '/agenda', calls: programmeCalls, routes: [layoutRoute, agendaRoute] },
  {
    path: '/agenda/:sessionId',
    calls: programmeCalls,
    routes: [layoutRoute, agendaRoute, 'src/routes/_main/agenda.$sessionId.tsx'],
  },
  { path: '/register', calls: [forumCall], routes: [layoutRoute, 'src/routes/_main/register.index.tsx'] },
  { path: '/install', calls: [forumCall], routes: [layoutRoute, 'src/routes/_main/install.tsx'] },
  {
    path: '/news',
    calls: [forumCall, categoriesCall, toListCall('informations', pageListParams.news)],
    routes: [layoutRoute, 'src/routes/_main/news.tsx'],
  },
  {
    path: '/download',
    calls: [forumCall, categoriesCall, toListCall('documents', pageListParams.documents)],
    routes: [layoutRoute, 'src/routes/_main/download.tsx'],
  },
  {
    path: '/live',
    calls: [...programmeCalls, toListCall('live_streams', { ...pageListParams.liveStreams, ...allRows })],
    routes: [layoutRoute, 'src/routes/_main/live.tsx'],
  },
  { path: '/show', calls: exhibitionCalls, routes: [layoutRoute, 'src/routes/_main/show.index.tsx'] },
  {
    path: '/show/:exhibitorId',
    calls: exhibitionCalls,
    routes: [layoutRoute, 'src/routes/_main/show.$exhibitorId.tsx'],
  },
  {
    path: '/qa',
    calls: [forumCall, categoriesCall, toListCall('qa', pageListParams.questions)],
    routes: [layoutRoute, 'src/routes/_main/qa.tsx'],
  },
  { path: '/suzhou', calls: cityGuideCalls, routes: [layoutRoute, 'src/routes/_main/suzhou.tsx'] },
  {
    path: '/search',
    calls: [forumCall, toListCall('tracks', allRows)],
    routes: [layoutRoute, 'src/routes/_main/search.tsx'],
  },
]

function toListCall(module: string, params: ListParams): PageCall {
  return { module, path: paths.list(module), params: toListQuery(params) }
}

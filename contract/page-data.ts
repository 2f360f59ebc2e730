import { paths, type ListParams } from './api.ts'
import { toListQuery } from './list-query.ts'
import { pageListParams } from './page-lists.ts'

/** A public request whose response is embedded in the page that needs it at its first paint. */
export interface PageCall {
  /** The module whose rows it returns. */
  module: string
  /** Path under the API prefix. */
  path: string
  /** Query parameters, in the order in which the app's client writes them: its cache key is the whole URL. */
  params: Readonly<Record<string, string>>
}

/** Data that the server puts into a page, so that a first visit needs no second round trip. */
export interface PageData {
  /** Path of the page; `:name` matches one segment. */
  path: string
  calls: readonly PageCall[]
  /** Source files of the routes, whose chunks are linked as preloads. */
  routes: readonly string[]
}

const allRows: ListParams = { size: 0 }

const forum: PageCall = { module: 'settings', path: paths.settings('forum'), params: {} }
const categories = list('article_category', allRows)
const programme = [
  forum,
  list('sessions', allRows),
  list('tracks', allRows),
  list('rooms', allRows),
  list('speakers', allRows),
]
const home = [
  forum,
  list('informations', pageListParams.homeNews),
  list('documents', pageListParams.homeHotDocuments),
  list('documents', pageListParams.homeDocuments),
  list('qa', pageListParams.homeQas),
  list('sessions', pageListParams.homeFirstSession),
  list('partners', allRows),
]

const exhibition = [
  forum,
  list('exhibitors', { ...pageListParams.exhibitors, ...allRows }),
  list('hall_plans', allRows),
]

const cityGuide = [
  forum,
  list('pages', { ...pageListParams.pages, ...allRows }),
  list('places', { ...pageListParams.places, ...allRows }),
  list('tour_routes', allRows),
  list('rooms', allRows),
]

const layout = 'src/routes/_main.tsx'
const agenda = 'src/routes/_main/agenda.tsx'

/** The pages with embedded data. Screens send the same requests; requests that are missing here use the network. */
export const pages: readonly PageData[] = [
  { path: '/', calls: home, routes: [layout, 'src/routes/_main/index.tsx'] },
  { path: '/agenda', calls: programme, routes: [layout, agenda] },
  {
    path: '/agenda/:sessionId',
    calls: programme,
    routes: [layout, agenda, 'src/routes/_main/agenda.$sessionId.tsx'],
  },
  { path: '/register', calls: [forum], routes: [layout, 'src/routes/_main/register.index.tsx'] },
  { path: '/install', calls: [forum], routes: [layout, 'src/routes/_main/install.tsx'] },
  {
    path: '/news',
    calls: [forum, categories, list('informations', pageListParams.news)],
    routes: [layout, 'src/routes/_main/news.tsx'],
  },
  {
    path: '/download',
    calls: [forum, categories, list('documents', pageListParams.documents)],
    routes: [layout, 'src/routes/_main/download.tsx'],
  },
  {
    path: '/live',
    calls: [...programme, list('live_streams', { ...pageListParams.liveStreams, ...allRows })],
    routes: [layout, 'src/routes/_main/live.tsx'],
  },
  { path: '/show', calls: exhibition, routes: [layout, 'src/routes/_main/show.index.tsx'] },
  {
    path: '/show/:exhibitorId',
    calls: exhibition,
    routes: [layout, 'src/routes/_main/show.$exhibitorId.tsx'],
  },
  {
    path: '/qa',
    calls: [forum, categories, list('qa', pageListParams.questions)],
    routes: [layout, 'src/routes/_main/qa.tsx'],
  },
  { path: '/suzhou', calls: cityGuide, routes: [layout, 'src/routes/_main/suzhou.tsx'] },
  {
    path: '/search',
    calls: [forum, list('tracks', allRows)],
    routes: [layout, 'src/routes/_main/search.tsx'],
  },
]

function list(module: string, params: ListParams): PageCall {
  return { module, path: paths.list(module), params: toListQuery(params) }
}

import { paths } from '../contract/api.ts'

/** A public page. */
export interface PublicRoute {
  name: string
  path: string
  /** True for the entries of the menu. */
  isInMenu: boolean
}

/** Finds every public page of the forum at `url`: those of the menu, and one of each kind of row page. */
export async function findPublicRoutes(url: string): Promise<PublicRoute[]> {
  const session = await firstRow(url, 'sessions')
  const article = await firstRow(url, 'informations')
  const category = await firstRow(url, 'article_category')
  return [
    createMenuRoute('home', '/'),
    createMenuRoute('agenda', '/agenda'),
    createMenuRoute('news', '/news'),
    createMenuRoute('live', '/live'),
    createMenuRoute('show', '/show'),
    createMenuRoute('download', '/download'),
    createMenuRoute('suzhou', '/suzhou'),
    createOtherRoute('session', `/agenda/${session.id}`),
    createOtherRoute('category', `/article/category/${category.id}`),
    createOtherRoute('article', `/article/view/${article.no}`),
    createOtherRoute('qa', '/qa'),
    createOtherRoute('search', '/search'),
    createOtherRoute('install', '/install'),
  ]
}

const createMenuRoute = (name: string, path: string): PublicRoute => ({ name, path, isInMenu: true })
const createOtherRoute = (name: string, path: string): PublicRoute => ({ name, path, isInMenu: false })

async function firstRow(url: string, module: string): Promise<{ id: string; no?: string }> {
  const response = await fetch(`${url}/api${paths.list(module)}?size=1`)
  const { data } = (await response.json()) as { data: { items: { id: string; no?: string }[] } }
  const [row] = data.items
  if (!row) throw new Error(`The sample forum has no ${module}`)
  return row
}

import { paths } from '../contract/api.ts'

/** A page that visitors open, and what they touch on it. */
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
    entry('home', '/'),
    entry('agenda', '/agenda'),
    entry('news', '/news'),
    entry('live', '/live'),
    entry('show', '/show'),
    entry('download', '/download'),
    entry('suzhou', '/suzhou'),
    behind('session', `/agenda/${session.id}`),
    behind('category', `/article/category/${category.id}`),
    behind('article', `/article/view/${article.no}`),
    behind('qa', '/qa'),
    behind('search', '/search'),
    behind('install', '/install'),
  ]
}

const entry = (name: string, path: string): PublicRoute => ({ name, path, isInMenu: true })
const behind = (name: string, path: string): PublicRoute => ({ name, path, isInMenu: false })

async function firstRow(url: string, module: string): Promise<{ id: string; no?: string }> {
  const answer = await fetch(`${url}/api${paths.list(module)}?size=1`)
  const { data } = (await answer.json()) as { data: { items: { id: string; no?: string }[] } }
  const [row] = data.items
  if (!row) throw new Error(`The sample forum has no ${module}`)
  return row
}

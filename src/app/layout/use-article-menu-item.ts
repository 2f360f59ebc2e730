import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { articleQuery } from '#features/articles/news'
import { menu, type MenuItem } from './menu.ts'

/** Finds the menu item of the open article, whose kind is not in its URL. */
export function useArticleMenuItem(): MenuItem['name'] | undefined {
  const { no, id } = useParams({ strict: false })
  // The article's screen loads it, and this only reads the result. Other screens have none.
  const { data } = useQuery({ ...articleQuery(no ?? ''), enabled: false })
  // A category is one of news.
  const module = id === undefined ? data?.module : 'informations'
  return module && menu.find((entry) => entry.articles === module)?.name
}

import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { articleQuery } from '#features/articles/news'
import { type MenuItem, menu } from './menu.ts'

/** A menu item as a link, marked as current on its own page and on its articles. */
export function MenuLink({
  entry,
  className,
  onClick,
  children,
}: {
  entry: MenuItem
  className: string | undefined
  onClick?: () => void
  children: ReactNode
}) {
  const articleItem = useArticleMenuItem()
  return (
    <Link
      to={entry.to}
      className={className}
      activeOptions={{ exact: entry.to === '/' }}
      // The router itself sets aria-current="page" on the item's own page.
      aria-current={articleItem === entry.name ? 'true' : undefined}
      {...(onClick && { onClick })}
    >
      {children}
    </Link>
  )
}

/** Finds the menu item of the open article, whose kind is not in its URL. */
function useArticleMenuItem(): MenuItem['name'] | undefined {
  const { no, id } = useParams({ strict: false })
  // The article's screen loads it, and this only reads the result. Other screens have none.
  const { data } = useQuery({ ...articleQuery(no ?? ''), enabled: false })
  // A category is one of news.
  const module = id === undefined ? data?.module : 'informations'
  return module && menu.find((entry) => entry.articles === module)?.name
}

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { MenuItem } from './menu.ts'
import { useArticleMenuItem } from './use-article-menu-item.ts'

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

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { MenuItem } from './menu.ts'
import { useArticleMenuItem } from './use-article-menu-item.ts'

/** An entry of the menu as a link, marked where the open page is its own or one of its articles. */
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
  const articleEntry = useArticleMenuItem()
  return (
    <Link
      to={entry.to}
      className={className}
      activeOptions={{ exact: entry.to === '/' }}
      // The router says "page" itself where the page is the entry's own.
      aria-current={articleEntry === entry.name ? 'true' : undefined}
      {...(onClick && { onClick })}
    >
      {children}
    </Link>
  )
}

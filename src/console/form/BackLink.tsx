import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Search } from '../data/list-state.ts'

/** Links from a form back to its record, or from a new one to the list. */
export function BackLink({
  module,
  id,
  search,
  className,
  label,
  children,
}: {
  module: string
  id: string | undefined
  search: Search
  className: string | undefined
  label?: string
  children: ReactNode
}) {
  // The URL parameter `place` numbers the drafts of new records; lists and records do not use it.
  const { place: _place, ...listSearch } = search
  const linkProps = { search: listSearch, className, 'aria-label': label }
  return id === undefined ? (
    <Link to="/console/$module" params={{ module }} {...linkProps}>
      {children}
    </Link>
  ) : (
    <Link to="/console/$module/$id" params={{ module, id }} {...linkProps}>
      {children}
    </Link>
  )
}

import { Outlet, useMatch } from '@tanstack/react-router'
import { Activity, useState } from 'react'
import { AgendaScreen } from './AgendaScreen.tsx'

/**
 * Keeps the agenda while a session is read: hidden, but as it was, with its results, and its place when the reader
 * comes back. Whoever opens a session's address directly does not pay for a list.
 */
export function AgendaLayout() {
  const list = useMatch({ from: '/_main/agenda/', shouldThrow: false })
  const [search, setSearch] = useState(list?.search)
  if (list && JSON.stringify(list.search) !== JSON.stringify(search)) setSearch(list.search)
  return (
    <>
      {search && (
        <Activity mode={list ? 'visible' : 'hidden'}>
          <AgendaScreen search={search} />
        </Activity>
      )}
      <Outlet />
    </>
  )
}

import { Outlet, useMatch } from '@tanstack/react-router'
import { Activity, useState } from 'react'
import { AgendaScreen } from './AgendaScreen.tsx'

/**
 * Keeps the agenda mounted but hidden while a session is read, with its results and scroll position.
 * A session opened by its URL does not render the list.
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

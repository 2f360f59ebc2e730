import { lazy } from 'react'

/** Fetched when a person looks at their own agenda. */
export const MyAgendaBar = lazy(() => import('./MyAgendaBar.tsx'))

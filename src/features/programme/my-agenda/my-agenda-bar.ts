import { lazy } from 'react'

/** Loaded when a user opens their agenda. */
export const MyAgendaBar = lazy(() => import('./MyAgendaBar.tsx'))

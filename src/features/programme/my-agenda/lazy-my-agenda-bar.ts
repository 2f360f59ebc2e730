import { lazy } from 'react'

/** Loaded when a user opens their agenda. In a file of its own: in the door it would load the other screens, too. */
export const MyAgendaBar = lazy(() => import('./MyAgendaBar.tsx'))

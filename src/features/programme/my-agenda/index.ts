import { lazy } from 'react'

export { getTransferUrl } from './transfer-code.ts'
export { ReceiveAgendaScreen } from './ReceiveAgendaScreen.tsx'

/** Loaded when a user opens their agenda. */
export const MyAgendaBar = lazy(() => import('./MyAgendaBar.tsx'))

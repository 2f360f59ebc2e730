import { lazy } from 'react'

export { SessionUpdateNotice } from './SessionUpdateNotice.tsx'

/** Loaded once there is a star whose session could have changed. */
export const SessionUpdatesBanner = lazy(() => import('./SessionUpdatesBanner.tsx'))

import { lazy } from 'react'

/** Fetched once there is a star whose session could have changed. */
export const SessionUpdatesBanner = lazy(() => import('./SessionUpdatesBanner.tsx'))

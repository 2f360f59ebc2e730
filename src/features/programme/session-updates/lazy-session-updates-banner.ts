import { lazy } from 'react'

/**
 * Loaded once there is a star whose session could have changed. In a file of its own: in the door it would load the
 * notice of the session page, too.
 */
export const SessionUpdatesBanner = lazy(() => import('./SessionUpdatesBanner.tsx'))

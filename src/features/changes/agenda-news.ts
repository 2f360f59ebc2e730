import { lazy } from 'react'

/** Fetched once there is a star whose session could have changed. */
export const AgendaNews = lazy(() => import('./AgendaNews.tsx'))

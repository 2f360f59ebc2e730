import { lazy } from 'react'

/** The encoder takes some kilobytes that few screens need, so it loads with the first code. */
export const QrCode = lazy(() => import('./QrCode.tsx'))

import { lazy } from 'react'

/** A text as a QR code. The encoder is some kilobytes that few screens need: it comes when a code is to be seen. */
export const QrCode = lazy(() => import('./QrCode.tsx'))

import { lazy, Suspense } from 'react'
import { useIsDemonstration } from '#lib/demonstration.ts'

/** A chunk of its own, which visitors of a real forum never load. */
const DemonstrationStrip = lazy(() => import('./DemoClockBanner.tsx'))

/** Says so when the forum's clock was set for a demonstration. */
export function DemoClockBadge() {
  if (!useIsDemonstration()) return null
  return (
    <Suspense>
      <DemonstrationStrip />
    </Suspense>
  )
}

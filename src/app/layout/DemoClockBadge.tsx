import { lazy, Suspense } from 'react'
import { useIsDemoClock } from '#platform/demo-clock.ts'

/** A chunk of its own, which visitors of a real forum never load. */
const DemonstrationStrip = lazy(() => import('./DemoClockBanner.tsx'))

/** Says so when the forum's clock was set for a demonstration. */
export function DemoClockBadge() {
  if (!useIsDemoClock()) return null
  return (
    <Suspense>
      <DemonstrationStrip />
    </Suspense>
  )
}

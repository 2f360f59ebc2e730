import { lazy, Suspense } from 'react'
import { useIsDemonstration } from '#lib/demonstration.ts'

/** A chunk of its own, which visitors of a real forum never load. */
const DemonstrationStrip = lazy(() => import('./DemonstrationStrip.tsx'))

/** Says so when the forum's clock was set for a demonstration. */
export function Demonstration() {
  if (!useIsDemonstration()) return null
  return (
    <Suspense>
      <DemonstrationStrip />
    </Suspense>
  )
}

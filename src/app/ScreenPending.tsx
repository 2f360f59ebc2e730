import { useEffect, useState } from 'react'
import { chunkLimitMs } from '#contract/forum.ts'
import { LoadErrorMessage, Loading } from './LoadErrorPage.tsx'
import { reloadIfReachable } from './updates/safe-reload.ts'

/** Milliseconds before a page that is still loading shows its skeleton: faster ones appear at once, without flicker. */
export const pendingAfterMs = 150

/** While a page's program is on its way. One that neither comes nor fails is given up at the limit. */
export function ScreenPending() {
  const [isStalled, setStalled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStalled(true), chunkLimitMs - pendingAfterMs)
    return () => clearTimeout(timer)
  }, [])
  // Asking for the part again would join the wait for it; only a page loaded anew asks afresh.
  if (isStalled) return <LoadErrorMessage isMissing={false} retry={reloadIfReachable} />
  return <Loading />
}

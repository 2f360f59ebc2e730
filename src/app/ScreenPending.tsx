import { useEffect, useState } from 'react'
import { chunkLimitMs } from '#contract/forum.ts'
import { LoadErrorMessage, Loading } from './LoadErrorPage.tsx'
import { reloadIfReachable } from './updates/safe-reload.ts'

/** Milliseconds before a page that is still loading shows its skeleton: faster ones appear at once, without flicker. */
export const pendingAfterMs = 150

/** Shown while a page's code loads. Loading that never settles ends at the time limit. */
export function ScreenPending() {
  const [isStalled, setStalled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStalled(true), chunkLimitMs - pendingAfterMs)
    return () => clearTimeout(timer)
  }, [])
  // Another import would wait for the same request; only a reload of the page starts a new one.
  if (isStalled) return <LoadErrorMessage isMissing={false} retry={reloadIfReachable} />
  return <Loading />
}

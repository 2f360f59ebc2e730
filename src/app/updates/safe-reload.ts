import { hasUnsavedWork } from '#lib/unsaved-work.ts'

/** Timeout of the request that checks the server before a reload, in milliseconds. */
const answerLimitMs = 8_000

/**
 * Loads the page anew, but only where a page will come: out of the worker, or from a server that answers. Anything else
 * would put the browser's own error page in place of an app that can still be read.
 * @returns false when nothing was reloaded
 */
export async function reloadIfReachable(): Promise<boolean> {
  if (!navigator.serviceWorker?.controller && !(await isServed())) return false
  // The state may have changed during the request.
  if (hasUnsavedWork()) return false
  location.reload()
  return true
}

async function isServed(): Promise<boolean> {
  const signal = AbortSignal.timeout(answerLimitMs)
  const answer = await fetch('/index.html', { method: 'HEAD', cache: 'no-store', signal }).catch(
    () => undefined,
  )
  return answer?.ok ?? false
}

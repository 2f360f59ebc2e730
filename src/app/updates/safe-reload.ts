import { hasUnsavedWork } from '#platform/unsaved-work.ts'

/** Timeout of the request that checks the server before a reload, in milliseconds. */
const answerLimitMs = 8_000

/**
 * Reloads the page if the worker or a reachable server will deliver it. Otherwise the browser's own error page would
 * replace an app that the user can still read.
 * @returns false if nothing was reloaded
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
  const response = await fetch('/index.html', { method: 'HEAD', cache: 'no-store', signal }).catch(
    () => undefined,
  )
  return response?.ok ?? false
}

/** Runs work when the browser is idle, after 200 ms at the latest. Returns the function that cancels it. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 50)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 200 })
  return () => cancelIdleCallback(handle)
}

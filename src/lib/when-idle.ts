/** Runs work when the device has nothing better to do, 200 ms from now at the latest; returns how to call it off. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 50)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 200 })
  return () => cancelIdleCallback(handle)
}

/** Resolves in a new task, so that the browser can handle input in between. */
export async function yieldToMain(): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve))
}

/** Runs work when the browser is idle, after 200 ms at the latest. Returns the function that cancels it. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 50)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 200 })
  return () => cancelIdleCallback(handle)
}

/** Timeout of the wait in milliseconds: a hidden page does not paint. */
const mostPaintMs = 200

/** Resolves in a new task after the next paint, so that long work does not delay it. */
export async function waitForPaint(): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, mostPaintMs)
    // A frame is painted after its callbacks, and before the next task.
    requestAnimationFrame(() => setTimeout(resolve))
  })
}

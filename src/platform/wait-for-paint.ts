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

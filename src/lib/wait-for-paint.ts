/** Longest wait for a paint, in milliseconds: a page that is not looked at paints nothing. */
const mostPaintMs = 200

/** Goes on in a task of its own once what was changed has been painted: what takes longer must not hold that up. */
export async function waitForPaint(): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, mostPaintMs)
    // A frame is painted after its callbacks, and before the next task.
    requestAnimationFrame(() => setTimeout(resolve))
  })
}

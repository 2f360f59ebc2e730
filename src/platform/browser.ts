let isOnServer = false

/** Says that this program runs on the server and prerenders pages. */
export function startPrerendering(): void {
  isOnServer = true
}

/** Returns whether the server prerenders a page: then nothing is known of the device that will show it. */
export const isPrerendering = (): boolean => isOnServer

/** Resolves in a new task, so that the browser can handle input in between. */
export async function yieldToMain(): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve))
}

/** Time after which idle work starts even when the browser is never idle, in milliseconds. */
const idleTimeoutMs = 200
/** Delay of idle work in Safari, which cannot report that it is idle, in milliseconds. */
const safariDelayMs = 50

/** Runs work when the browser is idle. Returns the function that cancels it. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, safariDelayMs)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: idleTimeoutMs })
  return () => cancelIdleCallback(handle)
}

/** Longest wait for a paint in milliseconds: a hidden page does not paint. */
const maxPaintWaitMs = 200

/** Resolves in a new task after the next paint, so that long work does not delay it. */
export async function waitForPaint(): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, maxPaintWaitMs)
    // A frame is painted after its callbacks, and before the next task.
    requestAnimationFrame(() => setTimeout(resolve))
  })
}

/**
 * Puts a text on the clipboard.
 * @returns false where there is no clipboard (plain http), or an in-app browser refuses. The user can then select the
 * text
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (!navigator.clipboard) return false
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

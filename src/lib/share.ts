/** What is handed on: its name and its address. */
export interface SharedLink {
  title: string
  url: string
}

/** How handing on ended. */
export type ShareResult = 'shared' | 'copied' | 'putAway' | 'failed'

/** The parts of `navigator` that hand on; browsers in chat apps lack one or both. */
type Means = Partial<Pick<Navigator, 'share' | 'clipboard'>>

/**
 * Hands an address to the device's own sheet of ways to share; where there is none, or it refuses, to the clipboard.
 * Never throws: a page without any means (an insecure address, a browser inside a chat app) gets `failed`.
 */
export async function shareLink(shared: SharedLink, means: Means = navigator): Promise<ShareResult> {
  if (typeof means.share === 'function') {
    try {
      await means.share(shared)
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'putAway'
    }
  }
  try {
    if (!means.clipboard) return 'failed'
    await means.clipboard.writeText(shared.url)
    return 'copied'
  } catch {
    return 'failed'
  }
}

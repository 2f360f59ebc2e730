/** A link to share, with its title. */
export interface SharedLink {
  title: string
  url: string
}

/** How sharing ended. */
export type ShareResult = 'shared' | 'copied' | 'putAway' | 'failed'

/** The APIs for sharing. Browsers in chat apps lack one or both. */
type Means = Partial<Pick<Navigator, 'share' | 'clipboard'>>

/**
 * Shares a link with the device's share sheet. Where there is none, or it fails, copies the link.
 * Never throws: without both APIs (plain http, a browser in a chat app) it returns `failed`.
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

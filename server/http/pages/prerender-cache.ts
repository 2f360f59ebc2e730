import type { PrerenderInput } from './prerender-thread.ts'

/** Draws a picture, or says why not and gives none. */
export type PrerenderPage = (source: PrerenderInput) => Promise<string | undefined>

/** How answers differ from those before: not at all, by further texts, or texts of theirs are there no more. */
export type DataChange = 'none' | 'more' | 'less'

/** Changes come in bursts, a picture is seen for a second: it may be this old when there is newer data, in milliseconds. */
const leastAgeMs = 10_000
/** What a picture says of the time, "in three days" or "now on", is right for a minute, in milliseconds. */
const mostAgeMs = 60_000
/** Longest wait where there is none to show, in milliseconds: a page is never kept back for its picture. */
const waitMs = 1_000

/**
 * Keeps the latest picture of one page and draws it again when it is old, while the one before is still shown. One that
 * shows what has been withdrawn is shown no more.
 * @returns gives the picture to show now; undefined when there is none (yet)
 */
export function createPrerenderCache(draw: PrerenderPage, nowMs: () => number) {
  let latest: string | undefined
  let drawnAtMs = Number.NEGATIVE_INFINITY
  let isOutdated = false
  let drawing: Promise<void> | undefined
  let withdrawals = 0

  async function renew(source: PrerenderInput): Promise<void> {
    drawnAtMs = nowMs()
    isOutdated = false
    const before = withdrawals
    const picture = await draw(source)
    drawing = undefined
    // A picture that failed leaves the one before, which only is older.
    if (before === withdrawals) latest = picture ?? latest
  }

  return async (source: PrerenderInput, change: DataChange): Promise<string | undefined> => {
    isOutdated ||= change !== 'none'
    if (change === 'less') {
      withdrawals += 1
      latest = undefined
      drawnAtMs = Number.NEGATIVE_INFINITY
    }
    if (!drawing && nowMs() - drawnAtMs >= (isOutdated ? leastAgeMs : mostAgeMs)) drawing = renew(source)
    if (latest === undefined && drawing) await Promise.race([drawing, after(waitMs)])
    return latest
  }
}

const after = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })

import type { PictureSource } from './picture-thread.ts'

/** Draws a picture, or says why not and gives none. */
export type DrawPicture = (source: PictureSource) => Promise<string | undefined>

/** Changes come in bursts, a picture is seen for a second: it may be this old when there is newer data, in milliseconds. */
const leastAgeMs = 10_000
/** What a picture says of the time, "in three days" or "now on", is right for a minute, in milliseconds. */
const mostAgeMs = 60_000
/** Longest wait for the very first one, in milliseconds: a page is never kept back for its picture. */
const waitMs = 1_000

/**
 * Keeps the latest picture of one page and draws it anew when it is old, while the one before is still shown.
 * @returns gives the picture to show now; undefined when there is none (yet)
 */
export function keepPicture(draw: DrawPicture, nowMs: () => number) {
  let latest: string | undefined
  let drawnAtMs = Number.NEGATIVE_INFINITY
  let isOutdated = false
  let drawing: Promise<void> | undefined

  async function renew(source: PictureSource): Promise<void> {
    drawnAtMs = nowMs()
    isOutdated = false
    // A picture that failed leaves the one before, which only is older.
    latest = (await draw(source)) ?? latest
    drawing = undefined
  }

  return async (source: PictureSource, hasNewData: boolean): Promise<string | undefined> => {
    isOutdated ||= hasNewData
    if (!drawing && nowMs() - drawnAtMs >= (isOutdated ? leastAgeMs : mostAgeMs)) drawing = renew(source)
    if (latest === undefined && drawing) await Promise.race([drawing, after(waitMs)])
    return latest
  }
}

const after = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })

import type { CDPSession, Page } from '@playwright/test'

/** Result of scrolling a list. */
export interface Scrolled {
  px: number
  frames: number
  /** Share of frames in which no task took longer than 50 ms. */
  smooth: number
  /** The longest task, in milliseconds; 0 when none took longer than 50 ms. */
  longestMs: number
  /** Maximum number of rows in the document. */
  rows: number
}

/** Flicks: their number, distance in CSS pixels, and steps, one per frame. */
const flicks = 12
const flickPx = 450
const steps = 18
const frameMs = 16
/** Pause between two flicks in milliseconds, while the list scrolls on. */
const pauseMs = 400
/** Lowest position of the finger in CSS pixels, within the rows. */
const x = 700
const lowest = 690

/**
 * Scrolls the rows like a finger, down and partly up again, and records each frame.
 * @throws Error when nothing moved
 */
export async function scrollList(page: Page, cdp: CDPSession): Promise<Scrolled> {
  await page.evaluate(followFrames)
  for (let count = 0; count < flicks; count += 1) {
    await flick(page, cdp, count % 4 === 3)
    await page.waitForTimeout(pauseMs)
  }
  const scrolled = await page.evaluate(() =>
    (window as unknown as { endFollowing: () => Scrolled }).endFollowing(),
  )
  if (scrolled.px === 0) throw new Error('the list did not scroll')
  return scrolled
}

/** Sends one flick as single touches: the browser's own scroll gesture sends no moves to a page with emulated touch. */
async function flick(page: Page, cdp: CDPSession, isBack: boolean): Promise<void> {
  const [from, step] = isBack ? [lowest - flickPx, flickPx / steps] : [lowest, -flickPx / steps]
  const touch = (type: 'touchStart' | 'touchMove', y: number) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] })
  const sent = [touch('touchStart', from)]
  for (let at = 1; at <= steps; at += 1) {
    await page.waitForTimeout(frameMs)
    // A real finger does not wait for the page.
    sent.push(touch('touchMove', from + at * step))
  }
  sent.push(cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }))
  await Promise.all(sent)
}

/** Runs in the page: records each frame, each long task and the number of rows. */
function followFrames(): void {
  const times: number[] = []
  const long: PerformanceEntry[] = []
  let rows = 0
  let isOver = false
  const scroller = [...document.querySelectorAll('main div')].find(
    (box) => box.scrollHeight > box.clientHeight + 1000 && getComputedStyle(box).overflowY === 'auto',
  )
  if (!scroller) throw new Error('nothing scrolls')
  const observer = new PerformanceObserver((list) => void long.push(...list.getEntries()))
  observer.observe({ type: 'longtask' })
  const next = (time: number): void => {
    times.push(time)
    rows = Math.max(rows, document.querySelectorAll('main tr, main li[data-index]').length)
    if (!isOver) requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
  const endFollowing = (): Scrolled => {
    isOver = true
    long.push(...observer.takeRecords())
    const frames = times.slice(1).map((end, place) => ({ start: times[place] ?? 0, end }))
    const rough = frames.filter(({ start, end }) =>
      long.some((task) => task.startTime < end && task.startTime + task.duration > start),
    )
    return {
      px: scroller.scrollTop,
      frames: frames.length,
      smooth: 1 - rough.length / frames.length,
      longestMs: Math.max(0, ...long.map(({ duration }) => duration)),
      rows,
    }
  }
  Object.assign(window, { endFollowing })
}

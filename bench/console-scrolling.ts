import type { CDPSession, Page } from '@playwright/test'

/** Result of scrolling a list. */
export interface ScrollResult {
  distancePx: number
  frames: number
  /** Share of frames in which no task took longer than 50 ms. */
  smoothShare: number
  /** The longest task, in milliseconds; 0 when none took longer than 50 ms. */
  longestMs: number
  /** Maximum number of rows in the document. */
  rows: number
}

/** Flicks: their number, distance in CSS pixels, and steps, one per frame. */
const flickCount = 12
const flickPx = 450
const stepsPerFlick = 18
const frameMs = 16
/** Pause between two flicks in milliseconds, while the list scrolls on. */
const pauseMs = 400
/** Position of the finger on the rows in CSS pixels; `y` at the start of a flick. */
const touchX = 700
const lowestY = 690

/**
 * Scrolls the rows like a finger, down and partly up again, and records each frame.
 * @throws Error when nothing moved
 */
export async function scrollList(page: Page, cdp: CDPSession): Promise<ScrollResult> {
  await page.evaluate(recordFrames)
  for (let count = 0; count < flickCount; count += 1) {
    await flick(page, cdp, count % 4 === 3)
    await page.waitForTimeout(pauseMs)
  }
  const scrolled = await page.evaluate(() =>
    (window as unknown as { endRecording: () => ScrollResult }).endRecording(),
  )
  if (scrolled.distancePx === 0) throw new Error('the list did not scroll')
  return scrolled
}

/** Sends one flick as single touches: the browser's own scroll gesture sends no moves to a page with emulated touch. */
async function flick(page: Page, cdp: CDPSession, isBack: boolean): Promise<void> {
  const [startY, step] = isBack
    ? [lowestY - flickPx, flickPx / stepsPerFlick]
    : [lowestY, -flickPx / stepsPerFlick]
  const touch = (type: 'touchStart' | 'touchMove', y: number) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: touchX, y }] })
  const events = [touch('touchStart', startY)]
  for (let stepNumber = 1; stepNumber <= stepsPerFlick; stepNumber += 1) {
    await page.waitForTimeout(frameMs)
    // A real finger does not wait for the page.
    events.push(touch('touchMove', startY + stepNumber * step))
  }
  events.push(cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }))
  await Promise.all(events)
}

/** Runs in the page: records each frame, each long task and the number of rows. */
function recordFrames(): void {
  const times: number[] = []
  const longTasks: PerformanceEntry[] = []
  let rows = 0
  let isFinished = false
  const scroller = [...document.querySelectorAll('main div')].find(
    (box) => box.scrollHeight > box.clientHeight + 1000 && getComputedStyle(box).overflowY === 'auto',
  )
  if (!scroller) throw new Error('nothing scrolls')
  const observer = new PerformanceObserver((list) => void longTasks.push(...list.getEntries()))
  observer.observe({ type: 'longtask' })
  const recordFrame = (time: number): void => {
    times.push(time)
    rows = Math.max(rows, document.querySelectorAll('main tr, main li[data-index]').length)
    if (!isFinished) requestAnimationFrame(recordFrame)
  }
  requestAnimationFrame(recordFrame)
  const endRecording = (): ScrollResult => {
    isFinished = true
    longTasks.push(...observer.takeRecords())
    const frames = times.slice(1).map((end, index) => ({ start: times[index] ?? 0, end }))
    const slowFrames = frames.filter(({ start, end }) =>
      longTasks.some((task) => task.startTime < end && task.startTime + task.duration > start),
    )
    return {
      distancePx: scroller.scrollTop,
      frames: frames.length,
      smoothShare: 1 - slowFrames.length / frames.length,
      longestMs: Math.max(0, ...longTasks.map(({ duration }) => duration)),
      rows,
    }
  }
  Object.assign(window, { endRecording })
}

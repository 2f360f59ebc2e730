import type { CDPSession, Page } from '@playwright/test'

/** One way through a list. */
export interface Scrolled {
  px: number
  frames: number
  /** Share of frames in which no task took longer than 50 ms. */
  smooth: number
  /** The longest task, in milliseconds; 0 when none took longer than 50 ms. */
  longestMs: number
  /** Most rows in the document. */
  rows: number
}

/** Flicks of a finger and the speed at which they end, in CSS pixels and CSS pixels a second. */
const flicks = 12
const flickPx = 600
const speed = 1600

/** Scrolls the rows as a finger does, down and partly up again, and follows each frame. */
export async function scrollList(page: Page, cdp: CDPSession): Promise<Scrolled> {
  await page.evaluate(followFrames)
  for (let flick = 0; flick < flicks; flick += 1)
    await cdp.send('Input.synthesizeScrollGesture', {
      x: 700,
      y: 500,
      yDistance: flick % 4 === 3 ? flickPx : -flickPx,
      speed,
      preventFling: false,
      gestureSourceType: 'touch',
    })
  return page.evaluate(() => (window as unknown as { endFollowing: () => Scrolled }).endFollowing())
}

/** Runs in the page: notes each frame, each long task and how many rows there are. */
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

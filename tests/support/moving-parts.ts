import type { Page } from '@playwright/test'

/** Milliseconds that nobody sees, and that still let code wait for an end. */
const unseenMs = 1

/** What moves now, or would when it is touched, hidden or shown. */
export function findMoving(page: Page): Promise<string[]> {
  return page.evaluate(listMoving, unseenMs)
}

/** The same of the page that this runs in. @param limit milliseconds that count as no motion */
export function listMoving(limit: number = unseenMs): string[] {
  // Computed durations are in seconds.
  const isSeen = (durations: string) =>
    durations.split(', ').some((each) => Number.parseFloat(each) * 1000 > limit)
  const running = document
    .getAnimations()
    .filter((each) => Number(each.effect?.getComputedTiming().endTime ?? 0) > limit)
    .map((each) => `runs: ${each.id || each.constructor.name}`)
  const would = [...document.querySelectorAll('*')]
    .filter((element) =>
      [undefined, '::before', '::after', '::backdrop'].some((part) => {
        const style = getComputedStyle(element, part)
        return (
          isSeen(style.transitionDuration) ||
          (style.animationName !== 'none' && isSeen(style.animationDuration)) ||
          style.scrollBehavior === 'smooth'
        )
      }),
    )
    .map((element) => `would: ${element.outerHTML.slice(0, 120)}`)
  return [...running, ...would]
}

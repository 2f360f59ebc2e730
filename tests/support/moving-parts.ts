import type { Page } from '@playwright/test'

/** Duration in milliseconds that is invisible but still fires end events. */
const unseenMs = 1

/** Finds elements that move now, or would on hover, focus or visibility changes. */
export function findMoving(page: Page): Promise<string[]> {
  return page.evaluate(listMoving, unseenMs)
}

/** Does the same in the page that it runs in. @param limit maximum duration in milliseconds that counts as no motion */
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

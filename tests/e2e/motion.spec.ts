import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { screens } from '../support/screens.ts'

/** Milliseconds that nobody sees, and that still let code wait for an end. */
const unseenMs = 1

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('for who wants no motion nothing moves, on no screen', async ({ page }) => {
  test.setTimeout(120_000)
  for (const screen of screens) {
    await screen.open(page)
    expect.soft(await findMoving(page, unseenMs), screen.name).toEqual([])
  }
})

/** What moves now, or would when it is touched, hidden or shown. */
function findMoving(page: Page, limitMs: number): Promise<string[]> {
  return page.evaluate((limit) => {
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
  }, limitMs)
}

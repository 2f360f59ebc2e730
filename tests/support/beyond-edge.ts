import type { Page } from '@playwright/test'

/** What sticks out of the page or is cut off by it, on either side, but for what can be scrolled to. */
export function findBeyondEdge(page: Page): Promise<string[]> {
  return page.evaluate(listBeyondEdge)
}

/** The same of the page that this runs in. */
export function listBeyondEdge(): string[] {
  const width = document.documentElement.clientWidth
  const canScroll = (element: Element | null): boolean =>
    element !== null &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX) || canScroll(element.parentElement))
  return [...document.querySelectorAll('#root *')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => !element.closest('svg, [aria-hidden="true"]') && !canScroll(element))
    .filter((element) => {
      const { left, right, width: own } = element.getBoundingClientRect()
      return own > 1 && (right > width + 1 || left < -1)
    })
    .map((element) => element.outerHTML.slice(0, 200))
}

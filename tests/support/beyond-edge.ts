import type { Page } from '@playwright/test'

/** Finds elements that exceed the page on either side or are clipped by it, except inside scroll containers. */
export function findBeyondEdge(page: Page): Promise<string[]> {
  return page.evaluate(listBeyondEdge)
}

/** Does the same in the page that it runs in. */
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

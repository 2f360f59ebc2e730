import type { Page } from '@playwright/test'

/** Minimum size for a finger, in pixels (`--touch` of the styles). */
const touch = 44

/** Finds touch targets that are too small, except links within a text and disabled controls. */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(listSmallTargets, touch)
}

/** Does the same in the page that it runs in. @param least minimum size in pixels */
export function listSmallTargets(least: number = touch): string[] {
  const scope = document.querySelector('dialog[open]') ?? document
  const used =
    'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [role="switch"], [role="radio"]'
  /**
   * The box of the element counts, or of the pseudo-element that it spreads over its card, or of a checkbox's label.
   */
  const isSmall = (each: Element) => {
    const boxes = [each, ...(each instanceof HTMLInputElement ? (each.labels ?? []) : [])]
    const sizes = boxes.map((one): [number, number] => {
      const { width, height } = one.getBoundingClientRect()
      return [width, height]
    })
    for (const part of ['::before', '::after']) {
      const { position, content, width, height } = getComputedStyle(each, part)
      if (content !== 'none' && position === 'absolute')
        sizes.push([Number.parseFloat(width), Number.parseFloat(height)])
    }
    // An element of one pixel is for screen readers, or visible only with focus.
    const isUnseen = sizes.every(([width, height]) => width <= 1 || height <= 1)
    // Half a pixel is tolerated where letters are not whole pixels wide.
    return !isUnseen && !sizes.some((sides) => sides.every((side) => side >= least - 0.5))
  }
  return [...scope.querySelectorAll(used)]
    .filter((each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((each) => !each.matches(':disabled, [inert] *, [aria-disabled="true"]'))
    .filter((each) => {
      const texts = [...(each.parentElement?.childNodes ?? [])].filter((node) => node instanceof Text)
      const isInText = texts.some(({ textContent }) => textContent.trim() !== '')
      return !(isInText && getComputedStyle(each).display === 'inline')
    })
    .filter(isSmall)
    .map((each) => {
      const { width, height } = each.getBoundingClientRect()
      return `${Math.round(width)} × ${Math.round(height)}: ${each.outerHTML.slice(0, 160)}`
    })
}

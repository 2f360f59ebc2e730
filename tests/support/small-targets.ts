import type { Page } from '@playwright/test'

/** What a finger needs, in pixels either way (`--touch` of the styles). */
const touch = 44

/** What can be touched and is smaller than a finger needs, but for links within a text and what is off. */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(listSmallTargets, touch)
}

/** The same of the page that this runs in. @param least pixels either way */
export function listSmallTargets(least: number = touch): string[] {
  const scope = document.querySelector('dialog[open]') ?? document
  const used =
    'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [role="switch"], [role="radio"]'
  /** Its own box counts, that which it spreads over its card, and of a box to tick its label. */
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
    // What is one pixel large is for who does not see the page, or shows once it has the focus.
    const isUnseen = sizes.every(([width, height]) => width <= 1 || height <= 1)
    // Half a pixel is lost where letters are not whole pixels wide.
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

/** Content further down than this many screens is not visible at a start. */
const screens = 1.2

/** Attributes that are left out: the content security policy refuses `style`, and the others have input or focus. */
const leftOut = new Set(['style', 'value', 'autofocus'])
/** Elements that must not be seen or heard before the app has rendered. */
const excludedElements = new Set(['SCRIPT', 'IFRAME', 'VIDEO', 'AUDIO', 'DIALOG'])
const stayInPlace = new Set(['fixed', 'sticky'])

/**
 * Serializes the first screenful of an element as HTML, from its top, however far it is scrolled.
 */
export function serializeFirstScreen(element: Element): string {
  return copyOf(element, scrollY).outerHTML
}

/** @param scrolledPx how far the element is scrolled; 0 for fixed and sticky elements */
function copyOf(element: Element, scrolledPx: number): Element {
  const copy = element.cloneNode(false) as Element
  for (const name of copy.getAttributeNames())
    if (leftOut.has(name) || copy.getAttribute(name)?.startsWith('blob:')) copy.removeAttribute(name)
  for (const child of element.childNodes) {
    if (!(child instanceof Element)) {
      copy.append(child.cloneNode())
      continue
    }
    if (excludedElements.has(child.tagName)) continue
    const stays = scrolledPx > 0 && stayInPlace.has(getComputedStyle(child).position)
    const movedPx = stays ? 0 : scrolledPx
    if (child.getBoundingClientRect().top + movedPx < innerHeight * screens)
      copy.append(copyOf(child, movedPx))
  }
  return copy
}

/** Lists the URLs of the build's stylesheets that have rules for an element's content. */
export function listUsedStylesheets(element: Element): string[] {
  const sheets = [...document.styleSheets].filter(({ href }) => href !== null)
  return sheets
    .filter(({ cssRules }) => [...cssRules].some((rule) => isAbout(rule, element)))
    .map(({ href }) => new URL(href ?? '').pathname)
}

const isAbout = (rule: CSSRule, element: Element): boolean =>
  rule instanceof CSSStyleRule &&
  (element.matches(rule.selectorText) || element.querySelector(rule.selectorText) !== null)

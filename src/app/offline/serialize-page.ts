/** Content further down than this many screens is not visible at a start. */
const maxScreens = 1.2

/** Excluded attributes: the content security policy forbids `style`, and the others contain input or focus. */
const excludedAttributes = new Set(['style', 'value', 'autofocus'])
/** Excluded elements: these must not run, show or play before the app has rendered. */
const excludedElements = new Set(['SCRIPT', 'IFRAME', 'VIDEO', 'AUDIO', 'DIALOG'])
const fixedPositions = new Set(['fixed', 'sticky'])

/**
 * Serializes the first screenful of an element as HTML, from its top, regardless of the scroll position.
 */
export function serializeFirstScreen(element: Element): string {
  return copyFirstScreen(element, scrollY).outerHTML
}

/** @param scrolledPx how far the element is scrolled; 0 for fixed and sticky elements */
function copyFirstScreen(element: Element, scrolledPx: number): Element {
  const copy = element.cloneNode(false) as Element
  for (const name of copy.getAttributeNames())
    if (excludedAttributes.has(name) || copy.getAttribute(name)?.startsWith('blob:'))
      copy.removeAttribute(name)
  for (const child of element.childNodes) {
    if (!(child instanceof Element)) {
      copy.append(child.cloneNode())
      continue
    }
    if (excludedElements.has(child.tagName)) continue
    const isFixed = scrolledPx > 0 && fixedPositions.has(getComputedStyle(child).position)
    const childScrolledPx = isFixed ? 0 : scrolledPx
    if (child.getBoundingClientRect().top + childScrolledPx < innerHeight * maxScreens)
      copy.append(copyFirstScreen(child, childScrolledPx))
  }
  return copy
}

/** Lists the URLs of the build's stylesheets that have rules for an element's content. */
export function listUsedStylesheets(element: Element): string[] {
  const sheets = [...document.styleSheets].filter(({ href }) => href !== null)
  return sheets
    .filter(({ cssRules }) => [...cssRules].some((rule) => appliesTo(rule, element)))
    .map(({ href }) => new URL(href ?? '').pathname)
}

const appliesTo = (rule: CSSRule, element: Element): boolean =>
  rule instanceof CSSStyleRule &&
  (element.matches(rule.selectorText) || element.querySelector(rule.selectorText) !== null)

/** What lies further down than this is not seen at a start, in screens. */
const screens = 1.2

/** Elements that are left out: the content security policy refuses the first, the others hold input or belong to this page. */
const leftOut = new Set(['style', 'value', 'autofocus'])
/** Nothing of these is to be seen or heard before the app is there. */
const withoutLook = new Set(['SCRIPT', 'IFRAME', 'VIDEO', 'AUDIO', 'DIALOG'])
const stayInPlace = new Set(['fixed', 'sticky'])

/**
 * The first screenful of what stands in an element, as HTML: from its top, however far it was scrolled.
 */
export function serializeFirstScreen(element: Element): string {
  return copyOf(element, scrollY).outerHTML
}

/** @param scrolledPx how far the element was moved up: nothing for what stays in its place */
function copyOf(element: Element, scrolledPx: number): Element {
  const copy = element.cloneNode(false) as Element
  for (const name of copy.getAttributeNames())
    if (leftOut.has(name) || copy.getAttribute(name)?.startsWith('blob:')) copy.removeAttribute(name)
  for (const child of element.childNodes) {
    if (!(child instanceof Element)) {
      copy.append(child.cloneNode())
      continue
    }
    if (withoutLook.has(child.tagName)) continue
    const stays = scrolledPx > 0 && stayInPlace.has(getComputedStyle(child).position)
    const movedPx = stays ? 0 : scrolledPx
    if (child.getBoundingClientRect().top + movedPx < innerHeight * screens)
      copy.append(copyOf(child, movedPx))
  }
  return copy
}

/** Addresses of those styles of the build that say something about what stands in an element. */
export function listUsedStylesheets(element: Element): string[] {
  const sheets = [...document.styleSheets].filter(({ href }) => href !== null)
  return sheets
    .filter(({ cssRules }) => [...cssRules].some((rule) => isAbout(rule, element)))
    .map(({ href }) => new URL(href ?? '').pathname)
}

const isAbout = (rule: CSSRule, element: Element): boolean =>
  rule instanceof CSSStyleRule &&
  (element.matches(rule.selectorText) || element.querySelector(rule.selectorText) !== null)

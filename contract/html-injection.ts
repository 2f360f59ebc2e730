/** The element that the app renders into. The render replaces its content. */
const rootElement = '<div id="root">'

/** The HTML of a page that shows before the app has rendered, from the server or from this device. */
export interface EarlyPage {
  /** What the page shows at its top, without scripts and style attributes, which its policy refuses. */
  html: string
  /** Language in which it shows. A person who has chosen another one does not see it. */
  locale: string
  /** Media query of the screens that it fits, such as `(width: 390px)`. Other screens do not show it. */
  media: string
}

/**
 * Adds an early page to the app shell. It is inert, because nothing in it responds. A script of index.html decides by
 * language and screen whether it shows, and repeats taps on it when the app has rendered.
 */
export function injectEarlyPage(shell: string, { html, locale, media }: EarlyPage): string {
  return shell
    .replace(rootElement, () => `${rootElement}<div id="early-page" inert>${html}</div>`)
    .replace('<html ', () => `<html data-early-locale="${locale}" data-early-media="${media}" `)
}

/** Adds HTML to the head of a page. */
export const injectHead = (page: string, html: string): string => insertBefore(page, '</head>', html)

/**
 * Adds HTML before the last occurrence of a tag, or at the end of a page without it. Earlier occurrences may be in texts
 * and scripts.
 */
export function insertBefore(page: string, tag: string, html: string): string {
  const at = page.lastIndexOf(tag)
  return at < 0 ? page + html : page.slice(0, at) + html + page.slice(at)
}

/** Returns the link of a stylesheet that blocks rendering of the following content. */
export const formatStylesheetLink = (file: string): string =>
  `<link rel="stylesheet" crossorigin href="${file}">`

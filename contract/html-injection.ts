/** The element that the app renders into. The render replaces its content. */
const rootElement = '<div id="root">'

/**
 * Adds the HTML of a prerendered page or page snapshot to the app shell, where it shows until the app has rendered. It is
 * inert, because nothing in it would respond.
 */
export function injectPrerender(shell: string, html: string): string {
  return shell.replace(rootElement, () => `${rootElement}<div id="first-picture" inert>${html}</div>`)
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
export const stylesheet = (file: string): string => `<link rel="stylesheet" crossorigin href="${file}">`

/** The element that the app renders into. The render replaces its content. */
const rootElement = '<div id="root">'

/**
 * Adds a prerendered page to the shell, which stays until the app has rendered. It is inert, because nothing in it
 * would respond (decision 187).
 */
export function injectPrerender(shell: string, picture: string): string {
  return shell.replace(rootElement, () => `${rootElement}<div id="first-picture" inert>${picture}</div>`)
}

/** Adds HTML to the head of a page. */
export const injectHead = (page: string, html: string): string => insertBefore(page, '</head>', html)

/** Adds HTML before the last place of a mark, or at the end where it has none. */
export function insertBefore(page: string, mark: string, html: string): string {
  const at = page.lastIndexOf(mark)
  return at < 0 ? page + html : page.slice(0, at) + html + page.slice(at)
}

/** Returns the link of a stylesheet that blocks rendering of the following content. */
export const stylesheet = (file: string): string => `<link rel="stylesheet" crossorigin href="${file}">`

/** Where the app draws itself; what stands in it is gone then. */
const rootElement = '<div id="root">'

/**
 * The shell with a page drawn ahead, which stands there until the app has drawn itself. Nobody can touch it, since nothing
 * there would answer (decision 187).
 */
export function injectPrerender(shell: string, picture: string): string {
  return shell.replace(rootElement, () => `${rootElement}<div id="first-picture" inert>${picture}</div>`)
}

/** A page with more in its head. */
export const injectHead = (page: string, html: string): string => insertBefore(page, '</head>', html)

/** Adds HTML before the last place of a mark, or at the end where it has none. */
export function insertBefore(page: string, mark: string, html: string): string {
  const at = page.lastIndexOf(mark)
  return at < 0 ? page + html : page.slice(0, at) + html + page.slice(at)
}

/** A style of the build that what follows is not drawn without. */
export const stylesheet = (file: string): string => `<link rel="stylesheet" crossorigin href="${file}">`

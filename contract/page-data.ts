/** A public request whose response is embedded in the page that needs it at its first paint. */
export interface PageCall {
  /** The module whose rows it returns. */
  module: string
  /** Path under the API prefix. */
  path: string
  /** Query parameters, in the order in which the app's client writes them: its cache key is the whole URL. */
  params: Readonly<Record<string, string>>
}

/**
 * Data that the server puts into a page, so that a first visit needs no second round trip. The build lists them from the
 * app's routes (src/prerender.tsx).
 */
export interface PageData {
  /** Path of the page; `:name` matches one segment. */
  path: string
  calls: readonly PageCall[]
  /** Source files of the routes, whose chunks are linked as preloads. */
  routes: readonly string[]
}

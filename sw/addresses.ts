/** Which addresses the worker answers itself. Plain functions, so that they are tested without a browser. */

/** The server's own addresses: API, downloads, feeds, health. `/front/` also covers a deployment with another prefix. */
const serverAddress = /^\/(?:api|livez|readyz|metrics)(?:\/|$)|\/front\//

/** A file: the last part has an extension. Files that are not precached come from the network, with its 404. */
const fileAddress = /\.[^/]+$/

/** True for a page of the app: such a navigation is answered with the precached shell. */
export function isAppPage(pathname: string): boolean {
  return !serverAddress.test(pathname) && !fileAddress.test(pathname)
}

/** True for an address under which the page may have pinned a file. */
export function isDownload(pathname: string): boolean {
  return /\/front\/download\/file\/[^/]+$/.test(pathname)
}

/** True for a hashed file of the build: its content never changes. */
export function isHashedAsset(pathname: string): boolean {
  return /^\/assets\/[^/]+-[\w-]{8,}\.(?:js|css|woff2)$/.test(pathname)
}

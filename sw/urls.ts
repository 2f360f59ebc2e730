/** Which addresses the worker answers itself. Plain functions, so that they are tested without a browser. */

/** The server's own addresses: API, downloads, feeds, health. `/front/` also covers a deployment with another prefix. */
const serverAddress = /^\/(?:api|livez|readyz|metrics)(?:\/|$)|\/front\//

/** A file: the last part has an extension. Files that are not precached come from the network, with its 404. */
const fileAddress = /\.[^/]+$/

/** Returns whether a URL is a page of the app. Such a navigation gets the precached shell. */
export function isAppNavigation(pathname: string): boolean {
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

/** Properties that decide whether a response may be stored on the device. */
export type ResponseMeta = Pick<Response, 'status' | 'type' | 'redirected' | 'headers'>

/**
 * Returns whether a response may be stored: it is complete, has our own origin and is the same for everybody. An opaque
 * response may be an error and costs megabytes of the quota. A private response belongs to one user.
 */
export function isCacheable(request: Pick<Request, 'headers'>, answer: ResponseMeta): boolean {
  const isWhole = answer.status === 200 && answer.type === 'basic' && !answer.redirected
  const isPrivate = /\b(no-store|private)\b/.test(answer.headers.get('cache-control') ?? '')
  return isWhole && !isPrivate && !request.headers.has('authorization')
}

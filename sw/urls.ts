/** Decides which URLs the service worker handles. */

/**
 * Paths of the server: API, downloads, feeds, health, such as `/api` and `/api/front/query/news`, but not `/apiary`.
 * `/front/` also covers deployments with another API prefix.
 */
const serverPath = /^\/(?:api|livez|readyz|metrics)(?:\/|$)|\/front\//

/** Paths of files, which end with an extension. Files that are not precached come from the network, or respond 404. */
const filePath = /\.[^/]+$/

/** Returns whether a URL is a page of the app. Such a navigation gets the precached shell. */
export function isAppNavigation(pathname: string): boolean {
  return !serverPath.test(pathname) && !filePath.test(pathname)
}

/** Returns whether a path is that of a stored file, which a page may have pinned. */
export function isDownload(pathname: string): boolean {
  return /\/front\/download\/file\/[^/]+$/.test(pathname)
}

/**
 * Returns whether a path is that of a hashed file of the build, whose content never changes, such as
 * `/assets/console-B3xK9_aZ.js`. The hash has at least 8 characters.
 */
export function isHashedAsset(pathname: string): boolean {
  return /^\/assets\/[^/]+-[\w-]{8,}\.(?:js|css|woff2)$/.test(pathname)
}

/** Properties that decide whether a response may be stored on the device. */
type ResponseMeta = Pick<Response, 'status' | 'type' | 'redirected' | 'headers'>

/**
 * Returns whether a response may be stored: it is complete, has our own origin and is the same for everybody. An opaque
 * response may be an error and costs megabytes of the quota. A private response belongs to one user.
 */
export function isCacheable(request: Pick<Request, 'headers'>, response: ResponseMeta): boolean {
  const isComplete = response.status === 200 && response.type === 'basic' && !response.redirected
  const isPrivate = /\b(no-store|private)\b/.test(response.headers.get('cache-control') ?? '')
  return isComplete && !isPrivate && !request.headers.has('authorization')
}

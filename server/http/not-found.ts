import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHttpError } from '../errors.ts'

/** Sends the app's page for a navigation. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/**
 * Creates the handler of paths without a route. Under the API an anonymous caller gets 401, as for everything that is not
 * public, and a signed-in caller 404. Elsewhere a navigation to a path without a file extension gets the app, all else 404.
 */
export function handleNotFound(apiPrefix: string, sendPage: SendPage | undefined) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = getPath(request.url)
    if (path === apiPrefix || path.startsWith(`${apiPrefix}/`)) {
      throw createHttpError(request.caller.kind === 'anonymous' ? 'sign_in.required' : 'not_found')
    }
    if (sendPage && isNavigation(request)) return sendPage(request, reply)
    throw createHttpError('not_found')
  }
}

/** Returns the path of a URL without its query. */
export function getPath(url: string): string {
  return url.split(/[?#]/)[0] ?? ''
}

/**
 * Checks whether a request may be answered by a page: it accepts HTML, by name or as anything, and its path names no file.
 * Encoded dots and slashes count as decoded.
 */
export function isNavigation(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (!/text\/html|\*\/\*/.test(request.headers.accept ?? '*/*')) return false
  const decoded = decodePath(getPath(request.url))
  // No zero byte or backslash, no extension such as `.png` at the end, no `.` or `..` between slashes.
  return decoded !== undefined && !/[\0\\]/.test(decoded) && !/\.[^/]*$|(^|\/)\.\.?(\/|$)/.test(decoded)
}

/** @returns undefined for a path that is wrongly encoded */
function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

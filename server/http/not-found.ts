import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHttpError } from '../errors.ts'

/** Sends the app's page for a navigation, when there is a built app. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/**
 * Answers addresses without a route. Under the API nobody gets the 401 of everything that is not public, and a
 * signed-in caller 404; elsewhere a navigation to a path without a file extension gets the app, all else 404.
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

/** The path of a request's address, without its query. */
export function getPath(url: string): string {
  return url.split(/[?#]/)[0] ?? ''
}

/** A page that a person opens: not a file, not a call. Encoded dots and slashes count as what they stand for. */
export function isNavigation(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (!/text\/html|\*\/\*/.test(request.headers.accept ?? '*/*')) return false
  const decoded = decode(getPath(request.url))
  return decoded !== undefined && !/[\0\\]/.test(decoded) && !/\.[^/]*$|(^|\/)\.\.?(\/|$)/.test(decoded)
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

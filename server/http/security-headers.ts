import { createHash } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** The one Trusted Types policy of the app: it makes the address of the service worker. */
const trustedTypesPolicy = 'forum-sw'

/** Seconds that a browser keeps to https once it has seen it: a year. */
const hstsSeconds = 365 * 24 * 3600

/** Headers of every answer. Inline scripts and styles of the shell are allowed by their hashes, and nothing else inline. */
export async function sendSecurityHeaders(
  app: FastifyInstance,
  shell: string | undefined,
  publicUrl = '',
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policyFor(shell ?? '') },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: false,
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('Permissions-Policy', 'camera=(self), geolocation=(), microphone=(), payment=()')
    if (request.protocol === 'https') reply.header('Strict-Transport-Security', `max-age=${hstsSeconds}`)
    // Of an origin that it does not trust the browser ignores them, and logs an error at every page.
    else if (!isOwnMachine(request.hostname) && !publicUrl.startsWith('https:'))
      for (const header of trustedOnly) reply.removeHeader(header)
  })
}

/** Headers that count on https and on one's own machine only. */
const trustedOnly = ['Cross-Origin-Opener-Policy', 'Origin-Agent-Cluster']

const isOwnMachine = (host: string): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(host)

function policyFor(shell: string): Record<string, string[]> {
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inlineScriptHashes(shell)],
    'style-src': ["'self'", ...inlineStyleHashes(shell)],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'media-src': ["'self'", 'blob:'],
    'connect-src': ["'self'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'frame-src': ["'self'", 'blob:'],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [trustedTypesPolicy],
  }
}

/** CSP sources for the scripts that stand in the shell itself. Data blocks (JSON) are no scripts to a browser. */
function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
    .filter(([, attributes = '', text = '']) => {
      const type = /\btype\s*=\s*["']?([^\s"'>]+)/i.exec(attributes)?.[1]?.toLowerCase()
      const isScript = type === undefined || type === 'module' || type === 'text/javascript'
      return isScript && !/\bsrc\s*=/i.test(attributes) && text !== ''
    })
    .map(([, , text = '']) => sourceOf(text))
}

function inlineStyleHashes(html: string): string[] {
  return [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/gi)].map(([, text = '']) => sourceOf(text))
}

const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

import { createHash } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

/** The one Trusted Types policy of the app: it makes the address of the service worker. */
const trustedTypesPolicy = 'forum-sw'

/** A browser keeps to https for a year once it has seen it, for names below the forum's too. */
const strictTransport = `max-age=${365 * 24 * 3600}; includeSubDomains`

/**
 * Headers of every answer. Inline scripts and styles of the shell are allowed by their hashes, and nothing else inline. They
 * are put together once: helmet would do it for each request.
 */
export async function sendSecurityHeaders(
  app: FastifyInstance,
  shell: string | undefined,
  publicUrl = '',
): Promise<void> {
  const everywhere = makeHeaders(policyFor(shell ?? ''))
  // On plain http at an address of a local network Chromium ignores these headers and logs an error on every page, which
  // would hide real errors. An undeclared proxy with https does not lose them, because PUBLIC_URL counts too.
  const elsewhere = new Map([...everywhere].filter(([name]) => !trustedOnly.includes(name)))
  app.addHook('onRequest', async ({ protocol, hostname }, reply) => {
    const isTrusted = protocol === 'https' || isOwnMachine(hostname) || publicUrl.startsWith('https:')
    // On the answer itself: what writes it past the framework has them too.
    reply.raw.setHeaders(isTrusted ? everywhere : elsewhere)
    // A proxy that was not declared brings https without a word of it; over http browsers do not heed the header.
    if (protocol === 'https' || publicUrl.startsWith('https:'))
      reply.header('Strict-Transport-Security', strictTransport)
  })
}

function makeHeaders(directives: Record<string, string[]>): Map<string, string> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: false,
  })(request, response, () => {})
  response.setHeader('Permissions-Policy', 'camera=(self), geolocation=(), microphone=(), payment=()')
  return new Map(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]))
}

/** Headers that count on https and on one's own machine only. */
const trustedOnly = ['cross-origin-opener-policy', 'origin-agent-cluster']

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

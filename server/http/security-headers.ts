import { createHash } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

/** The only Trusted Types policy of the app: it creates the URL of the service worker. */
const trustedTypesPolicy = 'forum-sw'

/** A browser uses https alone for a year after the first https response, for subdomains too. */
const strictTransport = `max-age=${365 * 24 * 3600}; includeSubDomains`

/**
 * Sends the security headers with every response. Only the shell's inline scripts and styles are allowed, by their hashes.
 * The headers are created once; helmet would do it for each request.
 */
export async function sendSecurityHeaders(
  app: FastifyInstance,
  shell: string | undefined,
  publicUrl = '',
): Promise<void> {
  const allHeaders = createHeaders(createContentPolicy(shell ?? ''))
  // On plain http in a local network Chromium ignores the headers of secure contexts and logs an error on every page, which
  // would hide real errors.
  const insecureContextHeaders = new Map(
    [...allHeaders].filter(([name]) => !secureContextHeaders.includes(name)),
  )
  app.addHook('onRequest', async ({ protocol, hostname }, reply) => {
    const isSecureContext = protocol === 'https' || isLocalhost(hostname) || publicUrl.startsWith('https:')
    // Set on the raw response, so that plugins which bypass Fastify's reply send them too.
    reply.raw.setHeaders(isSecureContext ? allHeaders : insecureContextHeaders)
    // An undeclared proxy may serve https, so the public URL counts too; over http browsers ignore the header.
    if (protocol === 'https' || publicUrl.startsWith('https:'))
      reply.header('Strict-Transport-Security', strictTransport)
  })
}

/** Gets the headers of helmet by applying it to a response that is never sent. */
function createHeaders(directives: Record<string, string[]>): Map<string, string> {
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

/** Headers that browsers accept only in secure contexts: over https and on localhost. */
const secureContextHeaders = ['cross-origin-opener-policy', 'origin-agent-cluster']

const isLocalhost = (host: string): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(host)

function createContentPolicy(shell: string): Record<string, string[]> {
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inlineScriptHashes(shell)],
    'style-src': ["'self'", ...inlineStyleHashes(shell)],
    // `blob:` for pictures that the app fetches with its token, and for those that the user chooses.
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

/** Lists CSP sources of the shell's inline scripts. Data blocks (JSON) are no scripts to a browser. */
function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
    .filter(([, attributes = '', text = '']) => {
      const type = /\btype\s*=\s*["']?([^\s"'>]+)/i.exec(attributes)?.[1]?.toLowerCase()
      const isScript = type === undefined || type === 'module' || type === 'text/javascript'
      return isScript && !/\bsrc\s*=/i.test(attributes) && text !== ''
    })
    .map(([, , text = '']) => formatHashSource(text))
}

function inlineStyleHashes(html: string): string[] {
  return [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/gi)].map(([, text = '']) =>
    formatHashSource(text),
  )
}

const formatHashSource = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

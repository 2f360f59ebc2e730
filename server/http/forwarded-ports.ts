import type { FastifyInstance } from 'fastify'

/**
 * Some proxies write the caller's port behind the address. It is another with each connection: as a part of the address
 * it would have a limit of its own each time.
 */
export function dropForwardedPorts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const forwarded = headers['x-forwarded-for']
    if (typeof forwarded === 'string')
      headers['x-forwarded-for'] = forwarded.split(',').map(withoutPort).join(', ')
  })
}

/** The address of `192.0.2.1:80`, `[2001:db8::1]:80` or `[2001:db8::1]`; any other text as it is. */
function withoutPort(text: string): string {
  const [, address] =
    /^"?(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d*)?"?$/.exec(text.trim())?.filter(Boolean) ?? []
  return address ?? text.trim()
}

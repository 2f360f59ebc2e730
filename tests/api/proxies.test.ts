import { expect, it } from 'vitest'
import { eachDatabase } from '../support/databases.ts'
import { fetchServed } from '../support/fetch-served.ts'
import { useServer } from '../support/use-server.ts'

/** One over the sign-ins a minute that one address has. */
const attempts = 121

/** Another one for each attempt. */
const client = (attempt: number) => `203.0.113.${attempt}`

eachDatabase('sign-ins behind a proxy', (suite) => {
  const server = useServer(suite, { hasRateLimits: true })

  /** The last of many attempts, each with another client in its headers. */
  async function lastStatus(
    env: Record<string, string>,
    toHeaders: (attempt: number) => Readonly<Record<string, string>>,
  ) {
    const { url } = await server.startAnother({ env })
    let status = 0
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const headers = { 'content-type': 'application/json', ...toHeaders(attempt) }
      // A body that is refused at once costs no password hash but counts.
      const init = { method: 'POST', headers, body: '{}' }
      const answer = await fetchServed(`${url}/api/front/user/login`, init)
      await answer.arrayBuffer()
      status = answer.status
    }
    return status
  }

  it.each([
    [
      'nobody says',
      {},
      (at: number) => ({ 'x-forwarded-for': client(at), forwarded: `for=${client(at)}` }),
      429,
    ],
    ['nobody says', {}, (at: number) => ({ 'x-real-ip': client(at), 'true-client-ip': client(at) }), 429],
    ['a number says', { TRUST_PROXY: '1' }, (at: number) => ({ 'x-forwarded-for': client(at) }), 400],
    [
      'an address says',
      { TRUST_PROXY: '127.0.0.1' },
      (at: number) => ({ 'x-forwarded-for': client(at) }),
      400,
    ],
    // What a proxy passes on of a client that names others.
    [
      'the proxy says, not the client',
      { TRUST_PROXY: '1' },
      (at: number) => ({ 'x-forwarded-for': `${client(at)}, 198.51.100.7` }),
      429,
    ],
    // A subscriber can vary the last half of an IPv6 address.
    [
      'the network says',
      { TRUST_PROXY: '1' },
      (at: number) => ({ 'x-forwarded-for': `2001:db8:1:2::${at.toString(16)}` }),
      429,
    ],
  ])(
    'count for the client that %s with %j [S15]',
    async (_what, env: Record<string, string>, toHeaders, status) => {
      expect(await lastStatus(env, toHeaders)).toBe(status)
    },
  )
})

import { expect, it } from 'vitest'
import { eachDatabase } from '../support/databases.ts'
import { fetchServed } from '../support/fetch-served.ts'
import { useServer } from '../support/use-server.ts'

/** One over the sign-ins a minute that one address has. */
const attempts = 121

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
    ['X-Forwarded-For', (attempt: number) => ({ 'x-forwarded-for': clients(attempt) })],
    ['Forwarded', (attempt: number) => ({ forwarded: `for=${clients(attempt)}` })],
    [
      'X-Real-IP and others',
      (attempt: number) => ({ 'x-real-ip': clients(attempt), 'true-client-ip': clients(attempt) }),
    ],
  ])(
    'count for the connection when no proxy is trusted, whatever %s says [S15]',
    async (_name, toHeaders) => {
      expect(await lastStatus({}, toHeaders)).toBe(429)
    },
  )

  it.each(['1', '127.0.0.1'])('count for each client of the trusted proxy %s', async (proxy) => {
    const status = await lastStatus({ TRUST_PROXY: proxy }, (attempt) => ({
      'x-forwarded-for': clients(attempt),
    }))
    expect(status).toBe(400)
  })

  it.each(['1', '127.0.0.1'])(
    'count for the client that proxy %s saw, not for what that client wrote [S15]',
    async (proxy) => {
      expect(await lastStatus({ TRUST_PROXY: proxy }, throughProxy)).toBe(429)
    },
  )

  it('count for a subscriber, who can vary the last half of an IPv6 address', async () => {
    expect(await lastStatus({ TRUST_PROXY: '1' }, withinSubscriber)).toBe(429)
  })
})

type Headers = Readonly<Record<string, string>>

/** Another client for each attempt. */
function clients(attempt: number): string {
  return `203.0.113.${attempt}`
}

/** What a proxy passes on of a client that names others. */
function throughProxy(attempt: number): Headers {
  return { 'x-forwarded-for': `${clients(attempt)}, 198.51.100.7` }
}

function withinSubscriber(attempt: number): Headers {
  return { 'x-forwarded-for': `2001:db8:1:2::${attempt.toString(16)}` }
}

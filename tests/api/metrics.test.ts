import { expect, test } from 'vitest'
import { enqueueMessage } from '#server/messages/outgoing.ts'
import { addPerson, signIn } from '../support/accounts.ts'
import { bothDatabases } from '../support/databases.ts'
import { fetchServed } from '../support/fetch-served.ts'
import { startServer } from '../support/server.ts'
import { useServer } from '../support/use-server.ts'

const now = new Date('2026-03-01T00:00:00Z')
const token = 'metrics-token-of-the-operator'

/** The value of a series, which is named with its labels. */
function valueOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

bothDatabases('metrics', (suite, dialect) => {
  const server = useServer(suite, { start: now, env: { METRICS_TOKEN: token } })
  const ask = (authorization?: string) =>
    fetchServed(`${server.url}/metrics`, { headers: authorization === undefined ? {} : { authorization } })
  const scrape = async () => (await ask(`Bearer ${token}`)).text()

  test('are there for whoever has the token', async () => {
    const answer = await ask(`Bearer ${token}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test.each([undefined, token, `Bearer ${token}x`, `Basic ${token}`])(
    'are an unknown address to %j [O2]',
    async (authorization) => {
      const answer = await ask(authorization)
      expect(answer.status).toBe(404)
      expect(await answer.text()).not.toContain('http_requests_total')
    },
  )

  test('do not exist without the operator’s variable, whatever is sent', async () => {
    const other = await server.startAnother({ env: {} })
    for (const authorization of ['Bearer ', 'Bearer undefined', `Bearer ${token}`]) {
      const answer = await fetchServed(`${other.url}/metrics`, { headers: { authorization } })
      expect(answer.status).toBe(404)
    }
  })

  test('count requests by route and status, never by what a caller wrote [O2]', async () => {
    const series = 'http_requests_total{method="GET",route="/api/front/query/:module/all",status="200"}'
    const before = valueOf(await scrape(), series) ?? 0
    await server.get('/front/query/sessions/all?q=wang')
    await server.get('/front/query/tracks/all')
    for (let call = 0; call < 50; call += 1) await server.get(`/secret-${call}?token=abc`)
    const text = await scrape()
    expect(valueOf(text, series)).toBe(before + 2)
    expect(valueOf(text, 'http_requests_total{method="GET",route="none",status="401"}')).toBe(50)
    expect(valueOf(text, 'http_request_duration_seconds_count{route="/api/front/query/:module/all"}')).toBe(
      before + 2,
    )
    expect(text).not.toMatch(/secret|wang|abc|sessions/)
  })

  test('tell what waits, who is signed in, and how the process is', async () => {
    await signIn(server, await addPerson(server, { role: 'staff' }))
    const message = {
      channel: 'mail',
      to: 'g@forum.example',
      template: 'password_changed',
      locale: 'en',
      now,
    } as const
    await server.db.transaction((trx) => enqueueMessage(trx, message, server.secrets))
    const text = await scrape()
    const expected = {
      'forum_messages{state="waiting"}': 1,
      'forum_messages{state="parked"}': 0,
      'forum_sign_ins{role="staff"}': 1,
      'forum_uploads{what="arriving"}': 0,
      forum_database_up: 1,
    }
    for (const [series, value] of Object.entries(expected))
      expect([series, valueOf(text, series)]).toEqual([series, value])
    const connections = ['busy', 'idle', 'waiting'].map((state) =>
      valueOf(text, `forum_database_connections{state="${state}"}`),
    )
    expect(connections.every((count) => (count === undefined) === (dialect === 'sqlite'))).toBe(true)
    expect(valueOf(text, 'nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0)
    expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(0)
    expect(text).not.toMatch(/forum\.example|person-/)
  })

  test('answer while the database is away, and say so', async () => {
    const away = await suite.open()
    const { dataDir } = server
    const env = { METRICS_TOKEN: token }
    const other = await startServer({ db: away, dataDir, env, droppedLogLines: () => 7 })
    await away.ping()
    await away.close()
    const answer = await fetchServed(`${other.url}/metrics`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expect(valueOf(text, 'forum_database_up')).toBe(0)
    expect(valueOf(text, 'forum_log_lines_dropped_total')).toBe(7)
    expect(text).not.toContain('forum_messages{')
    await other.close()
  })
})

import { join } from 'node:path'
import type { ErrorKey } from '../../contract/errors.ts'
import { insertSignIn } from '../../server/accounts/sign-ins.ts'
import type { Database } from '../../server/db/client.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openSecrets } from '../../server/secrets/secrets-file.ts'
import { addPerson } from './accounts.ts'
import type { TestPlace } from './databases.ts'
import { listNotes, makeNotes, onceRoutes, type OnceWorld } from './once-routes.ts'
import { fetchServed, startServer, type TestServer } from './server.ts'

const start = new Date('2026-03-01T00:00:00Z')

/** An answer as it came over the wire. */
export interface SentAnswer {
  status: number
  text: string
  key: string | null
  isReplayed: boolean
  retryAfter: string | null
}

/** How a note is sent, where it is not the usual way. */
export interface SendOptions {
  path?: string
  /** Token; empty for nobody. */
  as?: string
  to?: { url: string }
  language?: string
}

/** Two servers over one database with the routes of `once-routes.ts`. */
export interface OnceForum {
  db: Database
  server: TestServer
  /** Another process as far as database and memory go: connections and calls under way of its own. */
  other: TestServer
  userId: string
  /** What happens inside the calls; to be set by a test. */
  hooks: Pick<OnceWorld, 'looked' | 'meanwhile' | 'trouble'>
  nowMs: number
  /** Sets clock and hooks back and signs the person in. */
  reset(): Promise<void>
  /** Signs a person in at the present time. @returns the token */
  signIn(id: string): Promise<string>
  send(key: string | undefined, body: string, options?: SendOptions): Promise<SentAnswer>
  countNotes(text: string): Promise<number>
  close(): Promise<void>
}

export async function startOnceForum(suite: TestPlace): Promise<OnceForum> {
  const db = await suite.open()
  await migrate(db)
  await makeNotes(db)
  const { dataDir } = suite.place
  const secrets = await openSecrets(join(dataDir, 'secrets.json'))
  const now = () => new Date(forum.nowMs)
  const startOn = (database: Database): Promise<TestServer> => {
    const routes = onceRoutes({
      db: database,
      secrets,
      now,
      looked: async (text) => forum.hooks.looked?.(text),
      meanwhile: async (text) => forum.hooks.meanwhile?.(text),
      trouble: (text) => forum.hooks.trouble?.(text),
    })
    return startServer({ db: database, dataDir, routes: [routes], now })
  }
  let token = ''
  const forum: OnceForum = {
    db,
    server: await startOn(db),
    other: await startOn(await suite.open()),
    userId: await addPerson({ db }),
    hooks: {},
    nowMs: start.getTime(),
    reset: async () => {
      forum.hooks = {}
      forum.nowMs = start.getTime()
      token = await forum.signIn(forum.userId)
    },
    signIn: (id) => insertSignIn(db.kysely, { id }, now()),
    send: (key, body, options = {}) => send(key, body, { as: token, to: forum.server, ...options }),
    countNotes: async (text) => (await listNotes(db)).filter((one) => one === text).length,
    close: async () => {
      await forum.server.close()
      await forum.other.close()
    },
  }
  return forum
}

async function send(
  key: string | undefined,
  body: string,
  { path = '/note', as, to, language = 'en' }: SendOptions & Required<Pick<SendOptions, 'as' | 'to'>>,
): Promise<SentAnswer> {
  const answer = await fetchServed(`${to.url}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': language,
      ...(as && { authorization: as }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body,
  })
  const { headers } = answer
  return {
    status: answer.status,
    text: await answer.text(),
    key: headers.get('idempotency-key'),
    isReplayed: headers.get('idempotency-replayed') === 'true',
    retryAfter: headers.get('retry-after'),
  }
}

let texts = 0

/** A body that no other test sends. */
export function nextNote(more: object = {}): { text: string; body: string } {
  texts += 1
  const text = `note ${texts}`
  return { text, body: JSON.stringify({ text, ...more }) }
}

/** Key of a refusal. */
export function keyOf({ text }: SentAnswer): ErrorKey | undefined {
  return (JSON.parse(text) as { error?: { key: ErrorKey } }).error?.key
}

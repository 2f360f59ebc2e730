import type { Role } from '../../contract/calls.ts'
import { settings } from '../../contract/modules/settings.ts'
import { ensureMobileAccount } from '../../server/accounts/mobile-account.ts'
import { insertSignIn } from '../../server/accounts/sign-ins.ts'
import type { Database } from '../../server/db/client.ts'
import { migrate } from '../../server/db/migrate.ts'
import { writeRows } from '../../server/engine/write-rows.ts'
import { settings as sampleSettings } from '../../server/sample/settings.ts'
import type { TestPlace } from './databases.ts'
import { putFile } from './planted-forum.ts'
import { fetchServed, startServer, type TestServer } from './server.ts'

/** Somebody who is signed in. */
export interface Runner {
  id: string
  token: string
  mobile: string
}

/** An answer of a call in a race. */
export interface RaceAnswer {
  status: number
  text: string
  /** Keys of what is wrong, `path:key`, or the key of the refusal. */
  why: string
  isReplayed: boolean
}

/** Two servers over one database, each with connections and memory of its own. */
export interface RaceForum {
  db: Database
  dataDir: string
  servers: readonly [TestServer, TestServer]
  now: Date
  /** Somebody whose mobile is proven. */
  addRunner(role?: Role): Promise<Runner>
  signIn(id: string): Promise<string>
  /** Sends the n-th call of a race: to one server or the other in turn. */
  send(at: number, path: string, body: object, token?: string, key?: string): Promise<RaceAnswer>
  /** What a registration asks for, with a photo that the person uploaded. */
  formOf(runner: Runner, more?: object, module?: string): Promise<object>
  close(): Promise<void>
}

const now = new Date('2023-08-01T01:00:00Z')

export async function startRaceForum(place: TestPlace): Promise<RaceForum> {
  const db = await place.open()
  await migrate(db)
  await db.transaction((trx) => writeRows(trx, settings, sampleSettings, { now }))
  const { dataDir } = place.place
  const startOn = (own: Database) => startServer({ db: own, dataDir, now: () => now, hasMessages: true })
  const servers = [await startOn(db), await startOn(await place.open())] as const
  let people = 0
  const signIn = (id: string) => db.transaction((trx) => insertSignIn(trx, { id }, now))
  return {
    db,
    dataDir,
    servers,
    now,
    signIn,
    addRunner: async (role = 'applicant') => {
      people += 1
      const mobile = `+86138${String(30_000_000 + people)}`
      const id = await db.transaction((trx) => ensureMobileAccount(trx, mobile, now))
      await db.kysely.updateTable('users').set({ role }).where('id', '=', id).execute()
      return { id, mobile, token: await signIn(id) }
    },
    send: (at, path, body, token, key) => send(servers[at % 2 === 0 ? 0 : 1], path, body, token, key),
    formOf: async ({ id, mobile }, more = {}, module = 'registrations') => {
      const photo = `photo-${module}-${id}`
      const found = await db.kysely
        .selectFrom('files')
        .select('no')
        .where('no', '=', photo)
        .executeTakeFirst()
      if (!found) await db.transaction((trx) => putFile(trx, photo, { module, field: 'photo' }, id))
      return { ...person, id_number: `E${mobile.slice(-8)}`, ...kinds[module], photo, ...more }
    },
    close: async () => {
      for (const server of servers) await server.close()
    },
  }
}

const person = {
  realname: 'Lin Example',
  email: 'lin@forum.example',
  country: 'China',
  city: 'Suzhou',
  company: 'Example Storage',
  position: 'Engineer',
}

const kinds: Readonly<Record<string, object>> = {
  registrations: { business_category: 'developers' },
  staff_registrations: { identity_category: 'media_personnel', department: 'A magazine' },
}

async function send(
  { url }: TestServer,
  path: string,
  body: object,
  token?: string,
  key?: string,
): Promise<RaceAnswer> {
  const init = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': 'en',
      ...(token !== undefined && { authorization: token }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  }
  const answer = await fetchServed(`${url}/api${path}`, init, true)
  const text = await answer.text()
  const { error } = JSON.parse(text) as {
    error?: { key: string; fields: { path: string; key: string }[] }
  }
  const told = (error?.fields ?? []).map((problem) => `${problem.path}:${problem.key}`)
  return {
    status: answer.status,
    text,
    why: error?.key === 'validation.failed' ? told.join(' ') : (error?.key ?? ''),
    isReplayed: answer.headers.get('idempotency-replayed') === 'true',
  }
}

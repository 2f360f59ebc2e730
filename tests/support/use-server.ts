import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { ModuleDefinition } from '../../contract/module-definition.ts'
import type { Database } from '../../server/db/client.ts'
import { migrate } from '../../server/db/migrate.ts'
import type { ServerModule } from '../../server/engine/schema/server-module.ts'
import { createModuleTable } from '../../server/engine/schema/tables.ts'
import { upsertRows, type RowToWrite } from '../../server/engine/write/write-rows.ts'
import { folderStorage, type FileStorage } from '../../server/files/storage.ts'
import { serverModules } from '../../server/modules/index.ts'
import { openSecrets } from '#server/secrets/secrets.ts'
import type { Secrets } from '../../server/secrets/secrets.ts'
import type { TestPlace } from './databases.ts'
import { recordRoutes, type ServedRoute } from './route-list.ts'
import { startServer, type TestServer, type TestServerOptions } from './server.ts'

/** The server of a suite, running from the first test to the last; read it inside tests and hooks only. */
export interface SuiteServer extends TestServer {
  readonly dataDir: string
  readonly port: number
  /** Every route, hidden ones included. */
  readonly routes: readonly ServedRoute[]
  readonly storage: FileStorage
  /** The server's clock, in milliseconds since 1970. */
  nowMs: number
  now: () => Date
  /** Its log, when `env` enables logging. */
  log: string
  readonly secrets: Secrets
  write: (definition: ModuleDefinition, rows: readonly RowToWrite[]) => Promise<unknown>
  /** Stops and starts it again at another URL. */
  restart(): Promise<void>
  /** Starts another server with its own connections; it is closed after the suite. @param more options that differ */
  startAnother(more?: Partial<TestServerOptions>): Promise<TestServer>
}

/** Options of a suite's server. */
export interface SuiteServerOptions extends Omit<TestServerOptions, 'db' | 'dataDir' | 'now' | 'logStream'> {
  /** Options that are known only after `fill`, or that need the server's connections. */
  late?: (db: Database) => Pick<TestServerOptions, 'env' | 'routes' | 'distDir'>
  /** Start of a test clock; without it the machine's clock counts. */
  start?: Date | string | number
  /** Change of the test clock before each test: milliseconds to advance, or a restart. */
  eachTest?: number | 'starts again'
  fill?: (server: SuiteServer) => Promise<unknown>
}

/** Opens a suite's database with the tables of this version and of a test's own modules. */
export async function openTables(place: TestPlace, modules: readonly ServerModule[] = []): Promise<Database> {
  const db = await place.open()
  await migrate(db)
  const own = modules.filter(
    ({ definition }) => !serverModules.some((known) => known.definition.name === definition.name),
  )
  for (const module of own) await createModuleTable(db.kysely, module)
  return db
}

/** Runs the real server for a suite, over a database with the tables of this version and of its own modules. */
export function useServer(place: TestPlace, options: SuiteServerOptions = {}): SuiteServer {
  const { start, eachTest = 0, fill, late, ...serverOptions } = options
  const startMs = start === undefined ? undefined : new Date(start).getTime()
  const started: TestServer[] = []
  const first = (): TestServer => {
    const [server] = started
    if (!server) throw new Error('the server runs after beforeAll')
    return server
  }
  let db: Database | undefined
  let routes: readonly ServedRoute[] = []
  let secrets: Secrets | undefined
  const open = (own: Database, more: Partial<TestServerOptions> = {}): Promise<TestServer> =>
    startServer({
      ...serverOptions,
      ...late?.(own),
      db: own,
      dataDir: place.place.dataDir,
      now: server.now,
      logStream,
      ...more,
    })
  const logStream = { write: (line: string) => void (server.log += line) }
  const server: SuiteServer = {
    get url() {
      return first().url
    },
    get db() {
      return db ?? first().db
    },
    get port() {
      return Number(new URL(first().url).port)
    },
    get routes() {
      return routes
    },
    get dataDir() {
      return place.place.dataDir
    },
    get secrets() {
      if (!secrets) throw new Error('the keys are there after beforeAll')
      return secrets
    },
    get storage() {
      return folderStorage(join(place.place.dataDir, 'files'))
    },
    nowMs: startMs ?? 0,
    now: () => new Date(startMs === undefined ? Date.now() : server.nowMs),
    log: '',
    get: (path, token) => first().get(path, token),
    post: (path, body, token) => first().post(path, body, token),
    close: () => first().close(),
    write: (definition, rows) =>
      server.db.transaction((trx) =>
        upsertRows(trx, definition, rows, { now: server.now(), secrets: server.secrets }),
      ),
    restart: async () => {
      await first().close()
      started[0] = await open(server.db)
    },
    startAnother: async (more) => {
      const another = await open(await place.open(), more)
      started.push(another)
      return another
    },
  }
  beforeAll(async () => {
    db = await openTables(place, serverOptions.modules)
    secrets = await openSecrets(join(server.dataDir, 'secrets.json'))
    await fill?.(server)
    const { result, routes: found } = await recordRoutes(() => open(server.db))
    started.push(result)
    routes = found
  })
  afterAll(async () => {
    for (const each of started) await each.close()
  })
  beforeEach(() => {
    server.nowMs = eachTest === 'starts again' ? (startMs ?? 0) : server.nowMs + eachTest
  })
  return server
}

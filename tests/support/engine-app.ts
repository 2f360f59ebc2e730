import { randomUUID } from 'node:crypto'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import type { UserCaller } from '#server/http/caller.ts'
import { createHttpApp } from '#server/http/http-app.ts'
import type { Database } from '#server/db/client.ts'
import { canUseModule } from '#server/engine/query/access.ts'
import { checkModules } from '#server/engine/schema/check-modules.ts'
import { createReadContext } from '#server/engine/query/engine-context.ts'
import type { EngineContext } from '#server/engine/query/engine-context.ts'
import { createRegistry, type Registry } from '#server/engine/schema/registry.ts'
import { importErrorRoutes, importRoutes } from '#server/engine/routes/import.ts'
import { engineRoutes } from '#server/engine/routes/index.ts'
import type { ServerModule } from '#server/engine/schema/server-module.ts'
import { upsertRows, type RowToWrite } from '#server/engine/write/write-rows.ts'
import { downloadRoutes } from '#server/downloads/routes.ts'
import { folderStorage, type FileStorage } from '#server/files/storage.ts'
import type { TestPlace } from './databases.ts'
import { testSecrets } from './keys.ts'
import { openTables } from './use-server.ts'

/** Roles of test callers. */
export const roles = ['applicant', 'participant', 'staff', 'organiser'] as const

/** An answer of the API. */
export interface ApiAnswer<Data = unknown> {
  status: number
  headers: Readonly<Record<string, unknown>>
  text: string
  bytes: Buffer
  body: {
    code: number
    msg: string
    data: Data
    error?: { key: string; fields: { path: string; key?: string; text?: string }[] }
  }
}

export interface EngineApp {
  get<Data>(path: string, query?: Readonly<Record<string, string>>, as?: string): Promise<ApiAnswer<Data>>
  call(method: 'GET' | 'HEAD', path: string, headers: Readonly<Record<string, string>>): Promise<ApiAnswer>
  post<Data>(
    path: string,
    body: object,
    as?: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ApiAnswer<Data>>
  /** Makes the cache of public responses check for changes at once. */
  expire(): void
  close(): Promise<void>
}

/** The engine's API in a suite; read it inside tests and hooks only. */
export interface SuiteEngine extends EngineApp {
  readonly db: Database
  readonly storage: FileStorage
  write: (definition: ModuleDefinition, rows: readonly RowToWrite[]) => Promise<unknown>
}

/** What a suite may set. */
export interface SuiteEngineOptions {
  /** Includes files and imports. */
  hasFiles?: boolean
  fill?: (engine: SuiteEngine) => Promise<unknown>
}

const writtenAt = new Date('2023-09-01T00:00:00Z')

/** Runs the engine's API for a suite, over a database with the current tables and those of the test's modules. */
export function useEngineApp(
  place: TestPlace,
  modules: readonly ServerModule[],
  { hasFiles = false, fill }: SuiteEngineOptions = {},
): SuiteEngine {
  let db: Database | undefined
  let app: EngineApp | undefined
  const running = (): EngineApp => {
    if (!app) throw new Error('the server runs after beforeAll')
    return app
  }
  const engine: SuiteEngine = {
    get db() {
      if (!db) throw new Error('the database is open after beforeAll')
      return db
    },
    get storage() {
      return folderStorage(place.place.dataDir)
    },
    write: (definition, rows) =>
      engine.db.transaction((trx) =>
        upsertRows(trx, definition, rows, { now: writtenAt, secrets: testSecrets }),
      ),
    get: (...call) => running().get(...call),
    call: (...call) => running().call(...call),
    post: (...call) => running().post(...call),
    expire: () => running().expire(),
    close: () => running().close(),
  }
  beforeAll(async () => {
    db = await openTables(place, modules)
    await fill?.(engine)
    app = await startEngineApp(db, modules, hasFiles ? engine.storage : undefined)
  })
  afterAll(() => engine.close())
  return engine
}

/**
 * Starts the real server over a database with the modules of a test; files and imports when there is a folder for
 * files.
 */
export async function startEngineApp(
  db: Database,
  modules: readonly ServerModule[],
  storage?: FileStorage,
): Promise<EngineApp> {
  const registry = createRegistry(modules)
  checkModules(registry)
  const context = engineContext(db, registry)
  const app = await createHttpApp({
    apiPrefix: '/api',
    logLevel: 'silent',
    hasRateLimits: false,
    newId: () => 'request',
    nowMs: () => Date.now(),
    findCaller: async (token) => callerOf(token, modules),
    canUseModule: canUseModule(registry),
    checks: {},
    isDraining: () => false,
    routes: [
      async (api) => {
        await engineRoutes(api, context)
        if (!storage) return
        await downloadRoutes(api, { db, registry, storage, redeemToken: async () => undefined })
        await importRoutes(api, { ...context, storage })
        await importErrorRoutes(api, { ...context, storage })
      },
    ],
  })
  return {
    get: (path, query = {}, as) =>
      ask(
        app,
        'GET',
        `${path}?${new URLSearchParams(query).toString()}`,
        as && as !== 'anonymous' ? { authorization: as } : {},
      ),
    call: (method, path, headers) => ask(app, method, path, headers),
    post: (path, body, as, headers = {}) =>
      ask(app, 'POST', path, { ...headers, ...(as && as !== 'anonymous' && { authorization: as }) }, body),
    expire: () => context.revisions.expire(),
    close: async () => {
      await app.close()
    },
  }
}

/**
 * Tokens of the test callers are the names of their roles: `participant`, whose id it is too, or `participant:anna` for
 * one of several. `administrator` is an organiser who is one, `granted` a member of staff who may work in all modules.
 */
function callerOf(token: string, modules: readonly ServerModule[]): UserCaller | undefined {
  const [name = '', id = token] = token.split(':')
  const person = { kind: 'user', id, isAdministrator: false } as const
  if (name === 'administrator') return { ...person, role: 'organiser', isAdministrator: true }
  const worked = modules.filter(({ permissions }) => permissions.organiser)
  if (name === 'granted')
    return { ...person, role: 'staff', grants: worked.map(({ definition }) => definition.name) }
  const role = roles.find((one) => one === name)
  return role && { ...person, role }
}

/** Creates the engine's context with the keys of tests. */
export function engineContext(db: Database, registry: Registry): EngineContext {
  return {
    ...createReadContext(db, registry, () => performance.now()),
    secrets: testSecrets,
    now: () => new Date(),
    newRowId: () => randomUUID(),
    wakeMessages: () => {},
  }
}

async function ask<Data>(
  app: FastifyInstance,
  method: 'GET' | 'HEAD' | 'POST',
  path: string,
  headers: Readonly<Record<string, string>>,
  payload?: object,
): Promise<ApiAnswer<Data>> {
  // SQLite answers without yielding; without a turn of the event loop the server would consider itself overloaded.
  await setImmediate()
  const answer = await app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) })
  if (answer.statusCode === 503 && answer.body.includes('"server.busy"')) {
    // Retries as `fetchServed` does: a process without time for a second rejects calls.
    await wait(200)
    return ask(app, method, path, headers, payload)
  }
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    bytes: answer.rawPayload,
    body: (isJson && answer.body && !answer.headers['content-encoding']
      ? JSON.parse(answer.body)
      : {}) as ApiAnswer<Data>['body'],
  }
}

import type { FastifyPluginAsync } from 'fastify'
import { join } from 'node:path'
import { deleteExpiredCodes } from '../../server/accounts/codes.ts'
import { buildApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import type { Database } from '../../server/db/client.ts'
import { createRegistry } from '../../server/engine/schema/registry.ts'
import type { ServerModule } from '../../server/engine/schema/server-module.ts'
import { folderStorage } from '../../server/files/storage.ts'
import type { LogStream } from '../../server/http/request-log.ts'
import { createTransports, startMessages, type Messages } from '../../server/messages/messages.ts'
import { serverModules } from '../../server/modules/index.ts'
import { openSecrets } from '#server/secrets/secrets.ts'
import { fetchServed } from './fetch-served.ts'

/** The real server, listening in this process on a port of its own. */
export interface TestServer {
  /** URL of the server; the API is under `/api`. */
  url: string
  db: Database
  /** Calls the API. @param token sent as `Authorization` when there is one */
  get(path: string, token?: string): Promise<Response>
  /** Sends a body as JSON, or as a form when it is one. */
  post(path: string, body: object, token?: string): Promise<Response>
  close(): Promise<void>
}

/** Options of a server. */
export interface TestServerOptions {
  db: Database
  dataDir: string
  modules?: readonly ServerModule[]
  now?: () => Date
  hasRateLimits?: boolean
  routes?: readonly FastifyPluginAsync[]
  env?: Readonly<Record<string, string>>
  hasMessages?: boolean
  /** Receives the log lines, which are written nowhere else. */
  logStream?: LogStream
  droppedLogLines?: () => number
  /** Folder of the built app; without it only the API is served. */
  distDir?: string
}

/** Starts the server over an open database, whose tables must be there. */
export async function startServer(options: TestServerOptions): Promise<TestServer> {
  const { db, dataDir, modules = serverModules, now = () => new Date(), hasRateLimits = false } = options
  let requests = 0
  let messages: Messages | undefined
  const secrets = await openSecrets(join(dataDir, 'secrets.json'))
  const config = {
    ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...options.env }),
    hasRateLimits,
  }
  const app = await buildApp({
    db,
    config,
    registry: createRegistry(modules),
    clock: { now },
    newId: () => `request-${(requests += 1)}`,
    storage: folderStorage(join(dataDir, 'files')),
    secrets,
    wakeMessages: () => messages?.wake(),
    ...(options.routes && { routes: options.routes }),
    ...(options.logStream && { logStream: options.logStream }),
    ...(options.droppedLogLines && { droppedLogLines: options.droppedLogLines }),
    ...(options.distDir !== undefined && { distDir: options.distDir }),
  })
  if (options.hasMessages) {
    messages = startMessages({
      db,
      secrets,
      clock: { now },
      log: app.log,
      transports: createTransports(config),
      // A test server trusts its clock, which only the test sets.
      findDeletionTime: async () => now(),
      deleteExpiredCodes: (time, forget) => deleteExpiredCodes(db.kysely, time, forget),
    })
  }
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const call = (
    method: string,
    path: string,
    token: string | undefined,
    body?: object,
  ): Promise<Response> => {
    const isJson = body !== undefined && !(body instanceof URLSearchParams)
    return fetchServed(`${url}/api${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: token }),
        ...(isJson && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
    })
  }
  return {
    url,
    db,
    get: (path, token) => call('GET', path, token),
    post: (path, body, token) => call('POST', path, token, body),
    close: async () => {
      await messages?.stop()
      await app.close()
    },
  }
}

import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { signInAdministrationRoutes, accountRoutes } from './accounts/routes.ts'
import { codeRoutes } from './accounts/code-routes.ts'
import { createDeniedCallLog } from './accounts/account-permissions.ts'
import { secondFactorRoutes } from './accounts/second-factor/routes.ts'
import { findCaller, watchSignIn } from './accounts/sign-ins.ts'
import { redeemTemporaryToken } from './accounts/temporary-tokens.ts'
import { weixinRoutes } from './accounts/weixin/routes.ts'
import { articleRoutes } from './modules/articles/routes.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db/client.ts'
import { canUseModule } from './engine/query/access.ts'
import { createChangeFeed } from './engine/changes/change-feed.ts'
import { checkModules } from './engine/schema/check-modules.ts'
import { createReadContext } from './engine/query/engine-context.ts'
import type { Registry } from './engine/schema/registry.ts'
import { changesRoutes } from './engine/routes/changes.ts'
import { importErrorRoutes, importRoutes } from './engine/routes/import.ts'
import { engineRoutes } from './engine/routes/index.ts'
import { recordDownload } from './downloads/download-history.ts'
import { createPublicUrls } from './seo/public-urls.ts'
import { createPageHeads } from './seo/page-heads.ts'
import { createPublicRows } from './seo/public-rows.ts'
import { seoRoutes } from './seo/routes.ts'
import { downloadRoutes } from './downloads/routes.ts'
import type { FileStorage } from './files/storage.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { createHttpApp } from './http/http-app.ts'
import type { LogStream } from './http/request-log.ts'
import { createForumGauges, registerMetrics } from './ops/metrics.ts'
import { activityRoutes } from './modules/activity.ts'
import { personalDataRoutes } from './ops/personal-data/routes.ts'
import { seatRoutes } from './modules/registrations/seat-routes.ts'
import { retentionRoutes } from './ops/retention/routes.ts'
import type { Secrets } from './secrets/secrets.ts'

/** What `main.ts` and the tests pass to {@link buildApp}. */
export interface AppOptions {
  db: Database
  config: Pick<
    Config,
    | 'apiPrefix'
    | 'logLevel'
    | 'hasRateLimits'
    | 'trustProxy'
    | 'tls'
    | 'publicUrl'
    | 'hasOwnPublicUrl'
    | 'venueCidr'
    | 'smsPrefixes'
    | 'weixin'
    | 'metricsToken'
    | 'retentionBackupDays'
  >
  registry: Registry
  /** The real time, by which sign-ins expire. */
  clock: Clock
  /** The forum's time of a demonstration (FORUM_NOW); absent when it is the real time. */
  forumClock?: Clock
  /** Creates request ids. */
  newId: () => string
  storage: FileStorage
  secrets: Secrets
  /** Wakes the message worker of this process, which otherwise checks the queue every second. */
  wakeMessages?: () => void
  /** Folder of the built app; without it the server serves the API alone. */
  distDir?: string
  /** True once SIGTERM has started the drain; never true when absent. */
  isDraining?: () => boolean
  /** Where log lines go; standard output when absent. */
  logStream?: LogStream
  /** Lines that `logStream` dropped since the start. */
  droppedLogLines?: () => number
  /** Additional routes under the API's prefix, for tests. */
  routes?: readonly FastifyPluginAsync[]
}

/** Where the build puts the app. */
export const builtAppDir = fileURLToPath(new URL('../dist', import.meta.url))

/**
 * Assembles the server without opening the database, listening or writing.
 * @throws Error when the modules contradict themselves
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, config, registry, clock, forumClock, storage, isDraining = () => false } = options
  checkModules(registry)
  const context = createEngineContext(options)
  const accounts = createAccountsContext(options)
  const { apiPrefix, publicUrl, hasOwnPublicUrl } = config
  const publicRows = createPublicRows(context)
  return createHttpApp({
    apiPrefix: config.apiPrefix,
    ...(config.hasOwnPublicUrl && { publicUrl: config.publicUrl }),
    logLevel: config.logLevel,
    hasRateLimits: config.hasRateLimits,
    trustProxy: config.trustProxy,
    ...(config.tls && { tls: config.tls }),
    newId: options.newId,
    nowMs: () => performance.now(),
    ...(forumClock && { forumNow: () => forumClock.now() }),
    findCaller: (token) => findCaller(db.kysely, token, clock.now()),
    canUseModule: canUseModule(registry),
    checks: {
      database: () => db.ping(),
      // A check by reading alone would succeed on a full disk, where no form can be stored.
      storage: () => storage.probe(),
    },
    isDraining,
    recordDenied: createDeniedCallLog({ ...accounts, isModule: (name) => registry.find(name) !== undefined }),
    getRevision: (module) => context.revisions.current(module),
    // Without a configured URL, links in heads begin with their path: `http://localhost` would be wrong for visitors.
    heads: createPageHeads(publicRows, createPublicUrls(hasOwnPublicUrl ? publicUrl : '', apiPrefix)),
    rootRoutes: [
      (app) => seoRoutes(app, { context, rows: publicRows, apiPrefix, publicUrl, hasOwnPublicUrl }),
    ],
    observe: (app) =>
      registerMetrics(
        app,
        config.metricsToken,
        createForumGauges(db, () => clock.now(), options.droppedLogLines),
      ),
    routes: listApiRoutes(options, context, accounts),
    ...(options.distDir !== undefined && { distDir: options.distDir }),
    ...(options.logStream && { logStream: options.logStream }),
  })
}

/** Creates the dependencies of routes that read and write modules. */
function createEngineContext({ db, registry, clock, secrets, wakeMessages = () => {} }: AppOptions) {
  return {
    ...createReadContext(db, registry, () => performance.now()),
    secrets,
    now: () => clock.now(),
    newRowId: () => randomUUID(),
    wakeMessages,
  }
}

/** Creates the dependencies of account routes. */
function createAccountsContext({ db, config, clock, secrets, wakeMessages = () => {} }: AppOptions) {
  return {
    db,
    now: () => clock.now(),
    secrets,
    hasRateLimits: config.hasRateLimits,
    wakeMessages,
    ...(config.venueCidr !== undefined && { venueCidr: config.venueCidr }),
    smsPrefixes: config.smsPrefixes,
    ...(config.weixin && { weixin: config.weixin }),
    publicUrl: config.publicUrl,
    apiPrefix: config.apiPrefix,
  }
}

/** Lists the routes under the API's prefix. */
function listApiRoutes(
  { db, config, registry, clock, storage, routes = [] }: AppOptions,
  context: ReturnType<typeof createEngineContext>,
  accounts: ReturnType<typeof createAccountsContext>,
): FastifyPluginAsync[] {
  return [
    (app) => engineRoutes(app, context),
    (app) => articleRoutes(app, context),
    (app) => importRoutes(app, { ...context, storage }),
    (app) => importErrorRoutes(app, { ...context, storage }),
    (app) =>
      changesRoutes(app, {
        registry,
        changes: createChangeFeed(context.revisions, () => performance.now()),
        watchSignIn: (authorization) => watchSignIn(db.kysely, authorization, () => clock.now()),
      }),
    (app) =>
      downloadRoutes(app, {
        db,
        registry,
        storage,
        // In one transaction, so that a token stays valid when its user cannot be read.
        redeemToken: (token, no) =>
          db.transaction((trx) => redeemTemporaryToken(trx, token, no, clock.now())),
        recordDownload: (userId, no) => recordDownload(db.kysely, userId, no, clock.now()),
      }),
    (app) => activityRoutes(app, { db, registry }),
    (app) => seatRoutes(app, db),
    (app) => codeRoutes(app, accounts),
    (app) => uploadRoutes(app, { db, registry, storage, now: () => clock.now() }),
    (app) => accountRoutes(app, { ...accounts, hasWeixin: config.weixin !== undefined }),
    (app) => secondFactorRoutes(app, accounts),
    (app) => weixinRoutes(app, accounts),
    (app) => signInAdministrationRoutes(app, accounts),
    (app) =>
      retentionRoutes(app, {
        db,
        registry,
        backupDays: config.retentionBackupDays,
        now: () => clock.now(),
      }),
    (app) => personalDataRoutes(app, { ...accounts, registry, storage }),
    ...routes,
  ]
}

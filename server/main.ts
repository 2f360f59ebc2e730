/** Starts the forum: configuration, database, sample, first organiser, server; and ends it on a signal. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { deleteExpiredCodes } from './accounts/codes.ts'
import type { FirstOrganiser } from './accounts/users.ts'
import { formatStartupBanner, findLanAddresses } from './startup-banner.ts'
import { buildApp, builtAppDir } from './app.ts'
import { createClock, createLaterClock } from './clock.ts'
import { loadEnvFile, readConfig, type Config } from './config.ts'
import { startDailyTasks } from './ops/daily-tasks.ts'
import { openDatabase } from './db/client.ts'
import { createDeletionClock } from './db/deletion-clock.ts'
import { createDigestTask } from './ops/digest.ts'
import { createDrain } from './drain.ts'
import { startPublishing } from './engine/write/publish-due.ts'
import { createRegistry } from './engine/schema/registry.ts'
import { folderStorage } from './files/storage.ts'
import { sweepRegularly } from './ops/sweep-files.ts'
import { createStandardOutput } from './http/log-output.ts'
import { createTransports, startMessages, type Messages } from './messages/messages.ts'
import { serverModules } from './modules/index.ts'
import { prepareDatabase } from './prepare-database.ts'
import { createRetentionTask } from './ops/retention/run-retention.ts'
import { openSecrets } from './secrets/secrets.ts'
import { explainStartFailure } from './start-failure.ts'

loadEnvFile()
await start().catch((error: unknown) => {
  process.stderr.write(`${explainStartFailure(error)}\n`)
  process.exit(1)
})

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const clock = createClock()
  const registry = createRegistry(serverModules)
  const storage = folderStorage(join(config.dataDir, 'files'))
  const secrets = await openSecrets(config.secretsFile)
  const forumClock = config.forumNow && createClock(config.forumNow)
  // A demonstration of a future day shows what is public by then.
  const publicationClock = forumClock ? createLaterClock(clock, forumClock) : clock
  const deps = { registry, storage, secrets, clock, publicationClock }
  const { doKeysMatch, firstOrganiser } = await prepareDatabase(config, deps)
  const db = await openDatabase(config)
  const drain = createDrain()
  const output = createStandardOutput()
  /** Undefined until the server listens, as the functions that stop the other tasks below. */
  let messages: Messages | undefined
  const app = await buildApp({
    db,
    config,
    registry,
    clock,
    ...(forumClock && { forumClock }),
    storage,
    secrets,
    wakeMessages: () => messages?.wake(),
    newId: randomUUID,
    // Without a build, as in development with Vite, the server serves the API alone.
    ...(existsSync(join(builtAppDir, 'index.html')) && { distDir: builtAppDir }),
    isDraining: () => drain.isDraining(),
    logStream: output,
    droppedLogLines: () => output.droppedLines(),
  })
  // Not awaited: messages finish while the server waits for running requests. `onClose` awaits the same stop.
  app.addHook('preClose', async () => void messages?.stop())
  let stopSweeping: (() => Promise<void>) | undefined
  let stopDaily: (() => Promise<void>) | undefined
  let stopPublishing: (() => Promise<void>) | undefined
  app.addHook('onClose', async () => {
    await messages?.stop()
    await stopSweeping?.()
    await stopDaily?.()
    await stopPublishing?.()
    await db.close()
  })
  // Background work starts after it: a second server that finds its port in use neither sends nor deletes anything.
  await app.listen({ port: config.port, host: config.host })
  const findDeletionTime = createDeletionClock({
    db,
    clock,
    monotonicMs: () => performance.now(),
    log: app.log,
  })
  messages = startMessages({
    db,
    secrets,
    clock,
    log: app.log,
    transports: createTransports(config),
    findDeletionTime,
    deleteExpiredCodes: (time, deleteCopies) => deleteExpiredCodes(db.kysely, time, deleteCopies),
  })
  stopSweeping = sweepRegularly({ db, registry, storage, now: () => clock.now() }, findDeletionTime, (err) =>
    app.log.warn({ err }, 'files not swept'),
  )
  stopPublishing = startPublishing({ db, registry, clock: publicationClock }, (err) =>
    app.log.warn({ err }, 'publication times not looked at'),
  )
  if (!doKeysMatch)
    app.log.warn('SECRETS_FILE is not the file that this database was written with: run doctor')
  const dailyTasks = [
    createRetentionTask(registry, config.retentionBackupDays),
    createDigestTask({ registry, secrets }),
  ]
  stopDaily = startDailyTasks(dailyTasks, { db, clock, findDeletionTime }, app.log)
  endOnSignal(async () => {
    await drain.close(app)
    await output.end()
  })
  output.write(`${await formatBanner(config, app.server.address(), firstOrganiser)}\n`)
}

function formatBanner(
  config: Config,
  address: AddressInfo | string | null,
  firstOrganiser: FirstOrganiser | undefined,
): Promise<string> {
  // With PORT=0 only the open socket knows the port.
  const port = typeof address === 'object' && address ? address.port : config.port
  return formatStartupBanner({
    host: config.host,
    port,
    isTls: config.tls !== undefined,
    publicUrl: config.hasOwnPublicUrl ? config.publicUrl : undefined,
    lanAddresses: findLanAddresses(),
    firstOrganiser,
  })
}

function endOnSignal(close: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      void close().then(() => process.exit(0))
    })
  }
}

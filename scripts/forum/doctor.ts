import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApp } from '#server/app.ts'
import { createClock } from '#server/clock.ts'
import { readConfig, type Config } from '#server/config.ts'
import type { Database } from '#server/db/client.ts'
import { createRegistry } from '#server/engine/schema/registry.ts'
import { folderStorage } from '#server/files/storage.ts'
import { serverModules } from '#server/modules/index.ts'
import { createSecrets, keyBytes, type Secrets } from '#server/secrets/secrets.ts'
import { CommandFailed, type Command } from './command.ts'
import { openChecked, checkRetention } from './doctor/database.ts'
import { checkKeys, checkFiles, checkFolder } from './doctor/storage.ts'
import { checkCertificate, checkClock, checkMail, checkSms, checkWeixin } from './doctor/external-services.ts'
import { examine, type Examination, type Finding } from './doctor/report.ts'

/** `doctor`: checks everything that a start needs, one line each, and exits with 1 when a check fails. */
export const doctor: Command = {
  usage: 'npm run forum -- doctor',
  run: async (args) => {
    parseArgs({ args })
    const examination = examine((line) => console.log(line))
    const configuration = await examination.check('configuration', async () => ({
      config: readConfig(process.env),
      detail: 'every variable can be used',
    }))
    if (configuration) await examineForum(examination, configuration.config)
    if (!examination.hasPassed()) throw new CommandFailed('The forum is not well: see above.')
    console.log('The forum is well.')
  },
}

/** Runs all checks that need a valid configuration. */
async function examineForum({ check }: Examination, config: Config): Promise<void> {
  const now = createClock().now()
  const folder = join(config.dataDir, 'files')
  const openedDatabase = await check('database', () => openChecked(config))
  const storage = await check('storage', () => checkFolder(folder))
  if (openedDatabase) {
    const { db } = openedDatabase
    try {
      if (storage) await check('files', () => checkFiles(db, folderStorage(folder), folder))
      const keys = await check('keys', () => checkKeys(config.secretsFile, db))
      await check('clock', () => checkClock(db, now))
      await check('retention', () => checkRetention(db, config, now))
      await check('permissions of every route', () =>
        assembleServer(config, db, keys?.secrets ?? createTemporaryKeys()),
      )
    } finally {
      await db.close()
    }
  }
  await check('mail', () => checkMail(config))
  await check('text messages', () => checkSms(config))
  await check('WeChat', () => checkWeixin(config))
  await check('certificate', () => checkCertificate(config, now))
}

/** Creates temporary keys for the assembled server: a check does not create the file of keys. */
function createTemporaryKeys(): Secrets {
  return createSecrets({ hmac: randomKey(), sealBy: '1', seal: { 1: randomKey() } })
}

function randomKey(): string {
  return randomBytes(keyBytes).toString('base64')
}

/** Assembles the server as a start does, which rejects routes without a permission and inconsistent modules. */
async function assembleServer(config: Config, db: Database, secrets: Secrets): Promise<Finding> {
  // The certificate has its own check.
  const { tls: _tls, ...configWithoutTls } = config
  const app = await buildApp({
    db,
    config: { ...configWithoutTls, logLevel: 'silent' },
    registry: createRegistry(serverModules),
    clock: createClock(),
    storage: folderStorage(join(config.dataDir, 'files')),
    secrets,
    newId: randomUUID,
  })
  try {
    await app.ready()
    return {}
  } finally {
    await app.close()
  }
}

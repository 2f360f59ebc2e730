/** Runs the real server with the modules of upload tests: prints URL and a participant's token; SIGTERM drains it. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { insertSignIn } from '../../server/accounts/sign-ins.ts'
import { findUser } from '../../server/accounts/users.ts'
import { buildApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { openDatabase } from '../../server/db/client.ts'
import { migrate } from '../../server/db/migrate.ts'
import { createDrain } from '../../server/drain.ts'
import { createRegistry } from '../../server/engine/schema/registry.ts'
import { createModuleTable } from '../../server/engine/schema/tables.ts'
import { folderStorage } from '../../server/files/storage.ts'
import { openSecrets } from '#server/secrets/secrets.ts'
import type { DataPlace } from './databases.ts'
import { materials, signUp, uploadModules } from './upload-forum.ts'

const place = JSON.parse(process.argv[2] ?? '{}') as DataPlace
const db = await openDatabase(place)
await migrate(db)
const now = new Date()
if (!(await findUser(db.kysely, 'participant'))) {
  await createModuleTable(db.kysely, { definition: materials })
  await signUp(db, 'participant', 'participant', now)
}
const drain = createDrain()
const app = await buildApp({
  db,
  config: readConfig({ DATA_DIR: place.dataDir, LOG_LEVEL: 'error', RATE_LIMITS: 'off' }),
  registry: createRegistry(uploadModules),
  clock: { now: () => new Date() },
  newId: randomUUID,
  storage: folderStorage(join(place.dataDir, 'files')),
  secrets: await openSecrets(join(place.dataDir, 'secrets.json')),
  isDraining: () => drain.isDraining(),
})
app.addHook('onClose', () => db.close())
const url = await app.listen({ port: 0, host: '127.0.0.1' })
process.once('SIGTERM', () => void drain.close(app).then(() => process.exit(0)))
process.stdout.write(
  `${JSON.stringify({ url, token: await insertSignIn(db.kysely, { id: 'participant' }, now) })}\n`,
)

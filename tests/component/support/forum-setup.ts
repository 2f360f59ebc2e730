import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createClock } from '../../../server/clock.ts'
import { openDatabase } from '../../../server/db/client.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { createRegistry } from '../../../server/engine/schema/registry.ts'
import { folderStorage } from '../../../server/files/storage.ts'
import { serverModules } from '../../../server/modules/index.ts'
import { fillSampleForum } from '../../../server/sample/fill-sample.ts'
import { openSecrets } from '#server/secrets/secrets.ts'
import { startServer } from '../../support/server.ts'
import { forumUrlVariable } from './forum-address.ts'
import { addPeople, type People } from './forum-people.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The people of the sample forum, by the name that `openScreen` takes as `as`. */
    people: People
  }
}

/**
 * Starts the real server with the sample forum for all component tests. Its responses are the fixtures, so that they
 * cannot differ from the server. Component tests must not write, because they share its database.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'forum-component-'))
  const db = await openDatabase({ dataDir })
  await migrate(db)
  const server = await startServer({ db, dataDir })
  await fillSampleForum({
    db,
    registry: createRegistry(serverModules),
    storage: folderStorage(join(dataDir, 'files')),
    secrets: await openSecrets(join(dataDir, 'secrets.json')),
    clock: createClock(),
  })
  project.provide('people', await addPeople(server))
  process.env[forumUrlVariable] = server.url
  return async () => {
    await server.close()
    await db.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

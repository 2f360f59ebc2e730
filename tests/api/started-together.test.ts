import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ensureFirstOrganiser } from '../../server/accounts/first-organiser.ts'
import type { Database } from '../../server/db/client.ts'
import { migrate } from '../../server/db/migrate.ts'
import { createRegistry } from '../../server/engine/registry.ts'
import { folderStorage } from '../../server/files/storage.ts'
import { serverModules } from '../../server/modules/index.ts'
import { fillSampleForum } from '../../server/sample/fill-sample.ts'
import { bothDatabases } from '../support/databases.ts'
import { testSecrets } from '../support/keys.ts'

const registry = createRegistry(serverModules)
const clock = { now: () => new Date('2026-03-01T00:00:00Z') }

bothDatabases('two servers that start together on an empty database', (suite) => {
  test('make tables, sample and first organiser once, and neither fails', async () => {
    const storage = folderStorage(join(suite.place.dataDir, 'files'))
    const prepare = async (db: Database) => {
      await migrate(db)
      const counts = await fillSampleForum({ db, registry, storage, secrets: testSecrets, clock })
      const organiser = await ensureFirstOrganiser(db, { organiserLogin: 'organiser' }, clock.now())
      return { counts, organiser }
    }
    const both = await Promise.all([await suite.open(), await suite.open()].map(prepare))
    expect(both.filter(({ counts }) => counts)).toHaveLength(1)
    expect(both.filter(({ organiser }) => organiser)).toHaveLength(1)
  })
})

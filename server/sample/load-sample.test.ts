import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { settings } from '#contract/modules/settings.ts'
import { tracks } from '#contract/modules/tracks.ts'
import { createClock } from '#server/clock.ts'
import { openDatabase } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { createRegistry } from '#server/engine/schema/registry.ts'
import { readRows } from '#server/engine/write/write-rows.ts'
import { folderStorage } from '#server/files/storage.ts'
import { serverModules } from '#server/modules/index.ts'
import { testSecrets as secrets } from '../../tests/support/keys.ts'
import { loadSample } from './load-sample.ts'

test('an empty database gets the whole sample forum before the many rows', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'forum-load-'))
  const db = await openDatabase({ dataDir })
  onTestFinished(async () => {
    await db.close()
    await rm(dataDir, { recursive: true })
  })
  await migrate(db)
  const registry = createRegistry(serverModules)
  const parts = {
    db,
    registry,
    storage: folderStorage(join(dataDir, 'files')),
    secrets,
    clock: createClock(),
  }
  expect(await loadSample({ ...parts, registrations: 0, articles: 3 })).toEqual({ informations: 3 })
  expect((await readRows(db.kysely, settings)).map(({ name }) => name)).toContain('forum')
  expect((await readRows(db.kysely, tracks)).length).toBeGreaterThan(10)
})

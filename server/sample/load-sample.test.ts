import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, test } from 'vitest'
import { checkForm } from '#contract/form/check-form.ts'
import { cleanValues } from '#contract/form/clean-values.ts'
import type { FindRelatedRow } from '#contract/form/form-shape.ts'
import { registrations } from '#contract/modules/registrations.ts'
import { settings } from '#contract/modules/settings.ts'
import { sideMeetings } from '#contract/modules/side-meetings.ts'
import { tracks } from '#contract/modules/tracks.ts'
import { travelInfos } from '#contract/modules/travel-infos.ts'
import { users } from '#contract/modules/users.ts'
import { createClock } from '#server/clock.ts'
import { openDatabase } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { createRegistry } from '#server/engine/schema/registry.ts'
import { readRows } from '#server/engine/write/write-rows.ts'
import { folderStorage } from '#server/files/storage.ts'
import { serverModules } from '#server/modules/index.ts'
import { testSecrets as secrets } from '../../tests/support/keys.ts'
import {
  loadSample,
  type RegistrationChoices,
  toAccount,
  toRegistration,
  toSideMeeting,
  toTravel,
} from './load-sample.ts'
import { tracks as sampleTracks } from './programme.ts'

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

const photo = { no: 'p', name: 'p.webp', mediaType: 'image/webp', sizeBytes: 1, sha256: '' }
const choices: RegistrationChoices = { tracks: sampleTracks, tours: ['tour-a', 'tour-b'], photo }
const related: FindRelatedRow = (module, id) =>
  module === 'tracks' ? sampleTracks.find((track) => track.id === id) : undefined

it.each([
  ['accounts', users, toAccount],
  ['registrations', registrations, (index: number) => toRegistration(index, choices)],
  ['travel information', travelInfos, toTravel],
  ['side meetings', sideMeetings, toSideMeeting],
] as const)('%s of any number could be saved as they are', (_, definition, toRow) => {
  const all = new Set(
    Object.keys(definition.fields).filter((key) => key !== 'version' && !key.endsWith('_at')),
  )
  const rows = Array.from({ length: 200 }, (_row, index) => toRow(index * 7))
  const problems = rows.flatMap((row) => {
    const defaults = Object.entries(definition.fields).map(([key, field]) => [key, field.default])
    const values = { ...Object.fromEntries(defaults), ...cleanValues(definition, row) }
    return checkForm(definition, values, { writable: all, changed: all }, { related, locale: 'en' })
  })
  // Ids are the server's own.
  expect(problems.filter(({ path }) => path !== 'id')).toEqual([])
})

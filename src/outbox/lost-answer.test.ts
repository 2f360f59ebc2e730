import { expect, test } from 'vitest'
import { findRowEntries } from './find-row-entries.ts'
import { startModelServer, type Mishap } from './model-server.fixture.ts'
import { creation, openPage } from './outbox.fixture.ts'
import { findEditableEntry, toFormBase, toOptimisticRow } from './optimistic-row.ts'

const { subtle } = globalThis.crypto
const module = 'side_meetings'

test('an entry whose response was lost and its row are one, and an edit ends in one row [295]', async () => {
  const mishaps: Mishap[] = ['drop-after']
  const server = startModelServer(() => mishaps.shift() ?? 'none')
  const page = openPage(server, { subtle })
  await page.submit(creation(1, { body: { name: 'Storage', room: 'A' } }))
  await page.wake()
  // Another device has changed the row since: this device's first input must not hide that.
  const [made] = server.rows()
  const row = { ...made, id: made?.id ?? '', version: 1, room: 'B' }
  const entries = findRowEntries(await page.list('anna'), module, row)
  expect(entries).toMatchObject([{ state: 'waiting', deed: { kind: 'create' } }])
  const optimisticRow = toOptimisticRow(row, entries)
  expect(toFormBase(optimisticRow)).toMatchObject({ id: row.id, version: 1, name: 'Storage', room: 'B' })
  expect(findEditableEntry(optimisticRow)).toBeUndefined()

  const { version } = toFormBase(optimisticRow) ?? { version: 0 }
  const operation = { kind: 'update', baseVersion: version } as const
  await page.submit(creation(1, { entityId: row.id, deed: operation, body: { name: 'Hydrogen' } }))
  await page.sendNow()
  expect((await page.list('anna')).map(({ state }) => state)).toEqual(['done', 'done'])
  expect(server.rows()).toMatchObject([{ id: row.id, name: 'Hydrogen', version: 2 }])
})

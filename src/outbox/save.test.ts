import { array, assert, asyncProperty, boolean, constantFrom, infiniteStream } from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clientRowIdHeader } from '#contract/row.ts'
import { makeMemoryStore } from '#platform/device-store/memory-store.fixture.ts'
import { startModelServer, type Mishap, type ModelRow } from './model-server.fixture.ts'
import { listEntriesWithoutRow, toFormBase, toOptimisticRow, toSavedRow } from './optimistic-row.ts'
import { createPageSave, makeLocks, openPage } from './outbox.fixture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const module = 'travel_infos'

/** What happens to the one row of a user. */
const event = constantFrom(
  'save',
  'save in other tab',
  'save what is refused',
  'other device writes',
  'load rows',
  'wake',
  'seconds',
  'minutes',
)
const mishap = constantFrom<Mishap>('none', 'none', 'drop-before', 'drop-after', 'busy', 'html-after')

/** A form as the user fills it in. The server refuses the text `bad`. */
const fill = (n: number, memo = `memo ${n}`) => ({ flight: `flight ${n}`, memo })
type Filled = Partial<ReturnType<typeof fill>>

/** A server with one row for each user, which other devices write too. */
function startServer(nextMishap: () => Mishap) {
  let isOtherDevice = false
  const server = startModelServer(() => (isOtherDevice ? 'none' : nextMishap()))
  const findRow = () => server.rows()[0]
  server.refuse(({ path, body }) => {
    const row = findRow()
    if (body['memo'] === 'bad')
      return { status: 422, key: 'form.invalid', fields: [{ path: 'memo', key: 'field.invalid' }] }
    if (path.includes('/post/')) return row && { status: 409, key: 'row.exists' }
    return row?.id === body['id'] && row?.version === body['version']
      ? undefined
      : { status: 409, key: 'row.stale', data: { current: row, fields: ['flight', 'memo'] } }
  })
  const writeElsewhere = async (n: number) => {
    const row = findRow()
    isOtherDevice = true
    await server.fetch(`http://forum.test/api/front/${row ? 'edit' : 'post'}/${module}`, {
      method: 'POST',
      headers: { 'idempotency-key': `elsewhere-${n}`, ...(!row && { [clientRowIdHeader]: 'elsewhere' }) },
      body: JSON.stringify({ ...fill(-n), ...(row && { id: row.id, version: row.version }) }),
    })
    isOtherDevice = false
  }
  return { ...server, findRow, writeElsewhere }
}

/** A phone with two tabs, and the rows that they loaded last. */
function openPhone(server: ReturnType<typeof startServer>) {
  const shared = { store: makeMemoryStore(), locks: makeLocks() }
  const tabs = [openPage(server, shared), openPage(server, shared)] as const
  let loaded: { row: ModelRow | undefined; asOfMs: number } = { row: undefined, asOfMs: 0 }
  const load = () => void (loaded = { row: server.findRow(), asOfMs: Date.now() })
  const listEntries = async () => (await tabs[0].list('anna')).filter((entry) => entry.module === module)
  /** Returns the whole form as the user saw it when they saved. */
  const save = async (tab: 0 | 1, filled: Filled): Promise<Filled> => {
    const entries = await listEntries()
    const { row, asOfMs } = loaded
    const optimistic = toOptimisticRow(row, row ? entries : listEntriesWithoutRow(entries, module, asOfMs))
    const base = toFormBase(optimistic)
    const changes = Object.entries(filled).filter(([field, value]) => base?.[field] !== value)
    await createPageSave(tabs[tab])({
      module,
      ...toSavedRow(optimistic),
      values: Object.fromEntries(changes),
      version: base?.version,
      base: 'entries',
      title: 'Travel',
      formPath: '/user/travel',
    })
    const seen = Object.entries(base ?? {}).filter(([field]) => field === 'flight' || field === 'memo')
    return { ...Object.fromEntries(seen), ...filled }
  }
  /** Sends everything, and lets the user answer each question that the server has with the last form. */
  const settle = async (filled: Filled) => {
    for (let n = 0; n < 10; n += 1) {
      for (const tab of tabs) void tab.wake()
      await vi.advanceTimersByTimeAsync(20 * 60_000)
      load()
      const unsent = (await listEntries()).find(({ state }) => state !== 'done')
      if (!unsent) return
      if (unsent.state === 'conflict') await tabs[0].keepLocal(unsent.id)
      else await save(0, filled)
    }
  }
  return { tabs, load, listEntries, save, settle }
}

const stories = [infiniteStream(mishap), array(event, { maxLength: 25 }), boolean()] as const

test('any order of saves, refusals, other devices and tabs ends with the row of the last form', async () => {
  await assert(
    asyncProperty(...stories, async (mishaps, events, changesAll) => {
      let isQuiet = false
      const server = startServer(() => (isQuiet ? 'none' : (mishaps.next().value ?? 'none')))
      const phone = openPhone(server)
      const happen = async (happening: (typeof events)[number], n: number) => {
        if (happening === 'save in other tab') phone.load()
        if (happening === 'other device writes') await server.writeElsewhere(n)
        else if (happening === 'load rows') phone.load()
        else if (happening === 'wake') void phone.tabs[1].wake()
        else if (happening === 'seconds') await vi.advanceTimersByTimeAsync(3_000)
        else if (happening === 'minutes') await vi.advanceTimersByTimeAsync(180_000)
        else if (happening === 'save what is refused') await phone.save(0, fill(n, 'bad'))
        else await phone.save(happening === 'save in other tab' ? 1 : 0, fill(n))
        await vi.advanceTimersByTimeAsync(10)
      }
      for (const [n, happening] of events.entries()) await happen(happening, n)
      phone.load()
      const lastForm = await phone.save(0, changesAll ? fill(events.length) : { memo: 'last memo' })
      isQuiet = true
      await phone.settle(lastForm)
      expect((await phone.listEntries()).filter(({ state }) => state !== 'done')).toEqual([])
      expect(server.rows()).toHaveLength(1)
      expect(server.findRow()).toMatchObject(lastForm)
    }),
    { numRuns: 300 },
  )
})

import { expect, test } from 'vitest'
import { findEditableEntry, toFormBase } from '#outbox/index.ts'
import { startModelServer } from '../../../outbox/model-server.fixture.ts'
import { creation, openPage } from '../../../outbox/outbox.fixture.ts'
import { listApplications } from './applications.ts'
import type { MeetingRow } from './queries.ts'

/**
 * What happens while an application is sent: the server takes the create and its response arrives, the user adds a guest,
 * the server takes that change and its response arrives, and the list of rows is requested and arrives.
 */
type Event = 'take 1' | 'answer 1' | 'add guest' | 'take 2' | 'answer 2' | 'request rows' | 'receive rows'

/** Each event with those that come before it in any case. */
const causes: Record<Event, readonly Event[]> = {
  'take 1': [],
  'answer 1': ['take 1'],
  'add guest': [],
  'take 2': ['answer 1', 'add guest'],
  'answer 2': ['take 2'],
  'request rows': [],
  'receive rows': ['request rows'],
}

/** Lists every order in which the events can happen. */
function listOrders(past: readonly Event[] = []): Event[][] {
  const events = Object.keys(causes) as Event[]
  const next = events.filter(
    (event) => !past.includes(event) && causes[event].every((cause) => past.includes(cause)),
  )
  return next.length === 0 ? [[...past]] : next.flatMap((event) => listOrders([...past, event]))
}

const guests = ['Ada', 'Grace', 'Zhang Wei']
const nextTask = () => new Promise<void>((resolve) => void setTimeout(resolve))

/** A participant's phone on which an application is being sent. */
async function openPhone() {
  let nowMs = 1_000
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const gate = (name: string) => {
    const known = gates.get(name) ?? Promise.withResolvers<void>()
    gates.set(name, known)
    return known
  }
  const server = startModelServer(() => 'none')
  let calls = 0
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const call = (calls += 1)
    await gate(`take ${call}`).promise
    const response = await server.fetch(input, init)
    await gate(`answer ${call}`).promise
    return response
  }
  const clock = { nowMs: () => nowMs, after: () => () => undefined }
  const page = openPage({ fetch }, { clock })
  await page.submit(creation(1, { body: { name: 'Storage', guests: ['Ada', 'Grace'] } }))
  await expect.poll(() => calls).toBe(1)
  let requested = { rows: [] as MeetingRow[], asOfMs: 0 }
  let received = requested
  /** Returns the application as a page that is loaded now shows it. */
  const load = async () =>
    listApplications(received.rows, await page.list('anna'), {
      asOfMs: received.asOfMs,
      visitStartedAtMs: nowMs,
    }).find(({ formId }) => formId === 'made-1')
  const addGuest = async () => {
    const application = await load()
    if (!application) return undefined
    const pending = findEditableEntry(application)
    if (pending) return page.revise(pending.id, { ...pending.body, guests })
    const { row, entry } = application
    return page.submit({
      ...creation(1, { body: { guests }, entityId: row?.id ?? entry?.serverRef?.id ?? 'made-1' }),
      deed: { kind: 'update', baseVersion: toFormBase(application)?.version ?? 0 },
    })
  }
  return {
    server,
    load,
    async happen(event: Event) {
      nowMs += 1
      if (event === 'add guest') await addGuest()
      else if (event === 'request rows')
        requested = { rows: server.rows() as unknown as MeetingRow[], asOfMs: nowMs }
      else if (event === 'receive rows') received = requested
      else gate(event).resolve()
      for (let n = 0; n < 5; n += 1) await nextTask()
    },
  }
}

const orders = listOrders()

test('a guest added to an application that is being sent is in its form, whenever the page is loaded again', async () => {
  expect(orders).toHaveLength(63)
  const lost: string[] = []
  for (const order of orders) {
    const phone = await openPhone()
    for (const [index, event] of order.entries()) {
      await phone.happen(event)
      if (!order.slice(0, index + 1).includes('add guest')) continue
      const application = await phone.load()
      const form = application && toFormBase(application)
      if (JSON.stringify(form?.['guests']) !== JSON.stringify(guests) || form?.['name'] !== 'Storage')
        lost.push(order.slice(0, index + 1).join(', '))
    }
    expect(phone.server.rows()).toMatchObject([{ name: 'Storage', guests }])
  }
  expect(lost).toEqual([])
})

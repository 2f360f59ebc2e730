import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { setAttentionCount } from '#platform/notices.ts'
import { acceptedOverlapsKey } from '#contract/row-api.ts'
import { queueSuspender, queues } from '../../src/outbox/device.ts'
import type { StoredEntry, Rejection } from '../../src/outbox/entry.ts'
import { subscribeToAttentionCount } from '../../src/outbox/use-outbox.ts'
import { StoreError } from '../../src/platform/device-store/store.ts'
import { callsTo } from './support/console.ts'
import type { Replies } from './support/network.ts'
import { ownerOf, storeEntry, type EntryOptions } from './support/outbox.ts'
import { openPage } from './support/pages.ts'
import { button, dialog, heading, listAddresses, listTexts, main, region } from './support/roles.ts'
import { text } from './support/texts.ts'

const key = (name: string, values?: Record<string, string | number>) => text(`outbox:${name}`, values)
const title = 'Storage round table'
const card = () => page.getByRole('listitem', { name: title })
const post = 'POST /front/post/side_meetings'
const hourMs = 3_600_000

const openOutbox = (network: Replies = {}) =>
  openPage('/user/outbox', { as: 'participant', locale: 'en', network })

const lease = { holder: 'another tab', untilMs: Date.now() + hourMs, locked: false }
const told: Rejection = {
  msg: 'No such room.',
  problems: [{ path: 'name', key: 'field.too_long', text: 'Too long.' }],
}

/** Each state of an entry, and what it says. */
const states: [name: string, entry: EntryOptions, says: string][] = [
  ['queued', {}, 'saved'],
  ['being sent', { change: { state: 'sending', lease, isTried: true } }, 'sending'],
  ['late', { change: { state: 'waiting', tries: 3, nextAtMs: Date.now() + hourMs } }, 'late'],
  ['without its person', { change: { state: 'needs_auth' } }, 'needsAuth'],
  ['refused', { change: { state: 'rejected' }, told }, 'rejected'],
  ['lost', { change: { state: 'rejected', trouble: { key: 'content.gone' } } }, 'contentGone'],
  ['without its file', { change: { state: 'rejected', trouble: { key: 'file.gone' } } }, 'fileGone'],
  ['too old', { change: { state: 'expired' } }, 'expired'],
]

test.for(states)('an entry that is %s says so, with what can be done', async ([, entry, says]) => {
  await storeEntry('participant', entry)
  await openOutbox()
  await expect.element(card()).toMatchTextContent(key(says))
  await expect.element(heading(key('waiting'), 2)).toBeVisible()
  const deeds = [...(says === 'expired' ? ['sendAfterAll'] : []), 'edit', 'delete']
  const shown = [...document.querySelectorAll<HTMLElement>('main li :is(button, a)')]
  expect(shown.map(({ innerText }) => innerText.split('\n')[0])).toEqual(deeds.map((deed) => key(deed)))
})

test('a refusal is told by field, in the server’s words, and what waits for it says so', async () => {
  const entityId = 'meeting-1'
  await storeEntry('participant', { entityId, change: { state: 'rejected' }, told })
  const deed = { kind: 'action', name: 'withdraw' } as const
  await storeEntry('participant', { entityId, deed, title: 'Withdraw it' })
  await openOutbox()
  await expect.element(card()).toMatchTextContent('(No such room.)')
  await expect.element(card().getByRole('listitem')).toMatchTextContent('Name of the meeting Too long.')
  await expect.element(page.getByRole('listitem', { name: 'Withdraw it' })).toMatchTextContent(key('blocked'))
})

test('what would stand beside others in one place is sent all the same at a touch', async () => {
  const problems = [{ path: 'name', key: 'field.taken', params: { row: 'm-2' }, text: 'Another talk' }]
  const change = { state: 'rejected', trouble: { status: 409, key: 'row.overlaps' } } as const
  await storeEntry('participant', { change, told: { msg: '', problems } })
  await openOutbox({ [post]: { data: { id: 'm-1', version: 1 } } })
  await button(new RegExp(`^${key('acceptOverlaps')}`)).click()
  await expect.element(card()).toMatchTextContent(/Sent \d\d:\d\d/)
  expect(callsTo(/POST .*side_meetings/).map(({ body }) => body)).toEqual([
    { name: title, [acceptedOverlapsKey]: ['m-2'] },
  ])
})

test('what was sent stays listed, with nothing more to do', async () => {
  const serverRef = { id: 'm-1', no: '077' }
  await storeEntry('participant', { change: { state: 'done', doneAtMs: Date.now(), serverRef } })
  await openOutbox()
  await expect.element(heading(key('sentTitle'), 2)).toBeVisible()
  await expect.element(card()).toMatchTextContent(/Sent \d\d:\d\d, No\. 077/)
  expect(card().getByRole('button').elements()).toEqual([])
})

test('what was tapped is told of as one, and sent after all as one', async () => {
  const change: Partial<StoredEntry> = { state: 'expired', isQuiet: true }
  for (const id of ['a', 'b'])
    await storeEntry('participant', {
      module: 'favourites',
      title: 'Favourites',
      body: { item_module: 'sessions', item_id: id },
      change,
    })
  await openOutbox({ 'POST /front/post/favourites': { data: { id: 'f-1', version: 1 } } })
  const group = page.getByRole('listitem', { name: key('quiet.title', { title: 'Favourites', count: 2 }) })
  await expect.element(group).toMatchTextContent(key('expired'))
  await group.getByRole('button', { name: key('sendAfterAll') }).click()
  await expect.poll(() => callsTo(/post\/favourites/)).toHaveLength(2)
})

test('a device that does not answer is not taken for an empty one, and is asked again', async () => {
  await storeEntry('participant')
  const read = vi.spyOn(queues, 'read').mockRejectedValue(new StoreError('blocked'))
  await openOutbox()
  await expect.element(page.getByText(key('failedTitle'))).toBeVisible()
  await expect.element(page.getByText(key('emptyTitle'))).not.toBeInTheDocument()
  read.mockRestore()
  await button(text('common:retry')).click()
  await expect.element(card()).toBeVisible()
})

test('what waits goes out by itself, says so without network, and at once when that is asked for', async () => {
  await storeEntry('participant', { change: { state: 'waiting', tries: 3, nextAtMs: Date.now() + hourMs } })
  const screen = await openOutbox()
  await screen.goOffline()
  await expect.element(page.getByText(key('offline'))).toBeVisible()
  await openOutbox({ [post]: { data: { id: 'm-1', version: 1 } } })
  await button(key('sendNow')).click()
  await expect.element(region(key('sentTitle'))).toMatchTextContent(title)
  await expect.element(button(key('sendNow'))).not.toBeInTheDocument()
})

test.for([
  [{}, 'deleteText'],
  [{ change: { state: 'waiting', isTried: true, tries: 1, nextAtMs: Date.now() + hourMs } }, 'deleteTried'],
] as const)('an entry is deleted after a question that says what is lost: %o', async ([entry, words]) => {
  await storeEntry('participant', entry)
  await openOutbox()
  const remove = card().getByRole('button', { name: `${key('delete')} ${title}` })
  const question = dialog(key('deleteTitle', { title }))
  await remove.click()
  await expect.element(question).toMatchTextContent(key(words))
  await question.getByRole('button', { name: key('keep') }).click()
  await expect.element(card()).toBeVisible()
  await remove.click()
  await question.getByRole('button', { name: key('delete') }).click()
  await expect.element(page.getByText(key('emptyTitle'))).toBeVisible()
})

const conflict = { current: { name: 'Hydrogen round table', version: 3 }, fields: ['name'] }
const changed: EntryOptions = {
  entityId: 'meeting-1',
  deed: { kind: 'update', baseVersion: 1 },
  change: { state: 'conflict' },
  told: { msg: '', problems: [], conflict },
}

test('of what was changed here and there both stand side by side, and either is kept', async () => {
  await storeEntry('participant', changed)
  await openOutbox()
  await expect.element(card()).toMatchTextContent(key('conflictState'))
  await expect.element(page.getByRole('rowheader', { name: 'Name of the meeting' })).toBeVisible()
  expect(listTexts(card().getByRole('cell'))).toEqual([title, 'Hydrogen round table'])
  await button(key('conflict.takeTheirs')).click()
  await expect.element(page.getByText(key('emptyTitle'))).toBeVisible()
  expect(callsTo(/POST/)).toEqual([])
  await storeEntry('participant', { ...changed, entityId: 'meeting-2' })
  await openOutbox({ 'POST /front/edit/side_meetings': { data: { id: 'meeting-2', version: 4 } } })
  await button(key('conflict.keepMine')).click()
  await expect.poll(() => callsTo(/edit/)[0]?.body).toEqual({ id: 'meeting-2', version: 3, name: title })
})

test('of a deletion it is asked whether it is still meant', async () => {
  await storeEntry('participant', { ...changed, deed: { kind: 'delete', baseVersion: 1 } })
  await openOutbox()
  await expect.element(card()).toMatchTextContent(key('conflict.deleted'))
  await expect.element(button(key('conflict.delete'))).toBeVisible()
  await expect.element(button(key('conflict.doNotDelete'))).toBeVisible()
})

test('home leads to what needs the person', async () => {
  await storeEntry('participant', { change: { state: 'rejected' } })
  subscribeToAttentionCount(setAttentionCount)
  await openPage('/', { as: 'participant' })
  await expect.poll(() => listAddresses(main().getByRole('link'))).toContain('/user/outbox')
  await expect.element(main()).toMatchTextContent(key('decide', { count: 1 }))
})

test('home asks who is signed out to sign in for what waits', async () => {
  await storeEntry('participant')
  await queueSuspender.suspend(ownerOf('participant'))
  subscribeToAttentionCount(setAttentionCount)
  await openPage('/')
  const signIn = '/user/login?redirectUrl=%2Fuser%2Foutbox'
  await expect.poll(() => listAddresses(main().getByRole('link'))).toContain(signIn)
})

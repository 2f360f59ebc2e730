import { describe, expect, test } from 'vitest'
import { loadMemberTexts } from '#platform/locale.ts'
import { callsTo, readRows } from './support/console.ts'
import { setNetwork, type Replies } from './support/network.ts'
import { storeDraft, storeEntry } from './support/outbox.ts'
import { listOf, openPage } from './support/pages.ts'
import { button, dialog, link, main, press, region } from './support/roles.ts'
import type { ScreenOptions } from './support/screen.tsx'
import { text } from './support/texts.ts'

const rowsPath = '/front/query/notes/all'
const post = 'POST /front/post/notes'
const key = (name: string) => text(`notes:${name}`)
const note = () => region(key('title'))
const field = () => note().getByRole('textbox')
const save = () => note().getByRole('button', { name: key('save') })

/** Opens a session of which the participant has a note, or none. */
async function openSession(network: Replies = {}, options: ScreenOptions = {}) {
  const screen = await openPage('/agenda/storage-panel', {
    as: 'participant',
    locale: 'en',
    network,
    ...options,
  })
  // A page for everybody brings them in when it knows who it is.
  await loadMemberTexts()
  return screen
}

const ownNote = async () => (await readRows('notes', '', 'participant'))[0]

test('a note is written at its session, asked for when it is empty, kept first, and sent', async () => {
  await openSession({ [rowsPath]: 'empty', [post]: { data: { id: 'n-1', version: 1 } } })
  await expect.element(note()).toMatchTextContent(key('none'))
  await press(note(), key('add'))
  await save().click()
  await expect.element(field()).toHaveFocus()
  await expect.element(field()).toHaveAttribute('aria-invalid', 'true')
  expect(callsTo(/POST/)).toEqual([])
  await field().fill('Ask about the costs')
  await save().click()
  await expect.element(note()).toMatchTextContent('Ask about the costs')
  await expect.element(note()).toMatchTextContent(/Sent \d\d:\d\d/)
  expect(callsTo(/post\/notes/)[0]?.body).toEqual({ session: 'storage-panel', text: 'Ask about the costs' })
})

test('a note of before is read, and changed as the server has it', async () => {
  await openSession({ 'POST /front/edit/notes': { data: { version: 2 } } })
  await expect.element(note()).toMatchTextContent('Ask about the costs of storage')
  await press(note(), key('edit'))
  await field().fill('Answered')
  await save().click()
  const row = await ownNote()
  await expect
    .poll(() => callsTo(/edit\/notes/)[0]?.body)
    .toEqual({ id: row?.id, version: row?.version, session: 'storage-panel', text: 'Answered' })
})

test('it is deleted after a question', async () => {
  await openSession({ 'POST /front/delete/notes': { data: {} } })
  await press(note(), key('delete.yes'))
  await press(dialog(key('delete.title')), key('delete.no'))
  expect(callsTo(/delete/)).toEqual([])
  await press(note(), key('delete.yes'))
  await press(dialog(key('delete.title')), key('delete.yes'))
  await expect.element(note()).toMatchTextContent(key('none'))
  await expect.poll(() => callsTo(/delete/)[0]?.body).toEqual({ id: (await ownNote())?.id })
})

test('what was typed and not saved is there again, open; going back drops it', async () => {
  await storeDraft('participant', 'notes storage-panel', { text: 'half a thought' })
  await openSession({ [rowsPath]: 'empty' })
  await expect.element(field()).toHaveValue('half a thought')
  await press(note(), text('forms:footer.back'))
  await expect.element(note()).toMatchTextContent(key('none'))
})

test('what is typed the moment the form appears is saved as a draft', async () => {
  await openSession({ [rowsPath]: 'empty' })
  await expect.element(note()).toMatchTextContent(key('none'))
  const typeAtOnce = new MutationObserver(() => {
    const input = document.querySelector<HTMLTextAreaElement>('main form textarea')
    if (!input) return
    typeAtOnce.disconnect()
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(input, 'quick')
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  })
  typeAtOnce.observe(document.body, { childList: true, subtree: true })
  await press(note(), key('add'))
  await expect.element(field()).toHaveValue('quick')
  await expect.element(note()).toMatchTextContent(key('draftSaved'))
})

test('a note that another device wrote first stands beside the refused one, in its form', async () => {
  const body = { session: 'storage-panel', text: 'mine' }
  await storeEntry('participant', {
    module: 'notes',
    body,
    change: { state: 'rejected' },
    told: { msg: 'There is one', problems: [] },
  })
  await openSession()
  await expect.element(field()).toHaveValue('mine')
  await expect.element(note()).toMatchTextContent(key('elsewhere'))
  await expect.element(note()).toMatchTextContent('Ask about the costs of storage')
})

/** Opens a form before anything is known; then the note of another device comes. */
async function openBefore(typed: string): Promise<void> {
  const { queryClient } = await openSession({ [rowsPath]: 'offline' })
  await press(note(), key('add'))
  await field().fill(typed)
  setNetwork({ 'POST /front/edit/notes': { data: { version: 2 } } })
  await queryClient.refetchQueries({ type: 'active' })
}

async function expectRow(): Promise<void> {
  await expect.element(field()).toHaveValue(String((await ownNote())?.['text']))
  expect(callsTo(/POST/)).toEqual([])
}

describe('a note that arrives under an open form', () => {
  test('is taken where nothing was typed', async () => {
    await openBefore('')
    await expectRow()
  })

  test('is to be chosen where something was typed, and not overwritten unseen', async () => {
    await openBefore('mine')
    const choice = region(text('forms:versions.title'))
    await expect.element(choice).toMatchTextContent('Ask about the costs of storage')
    await save().click()
    await expect.element(choice).toHaveFocus()
    await choice.getByRole('radio', { name: new RegExp(`^${text('forms:versions.theirs')}`) }).click()
    await button(text('forms:versions.save')).click()
    await expectRow()
  })
})

test.for(['visitor', 'organiser'] as const)('a %s has no notes at a session', async (as) => {
  const screen = await openSession({}, { as })
  await screen.settle()
  await expect.element(note()).not.toBeInTheDocument()
})

test('all notes stand with their sessions, what waits and what lost its session among them; organisers have none', async () => {
  const body = { session: 'opening-ceremony', text: 'waits here' }
  await storeEntry('participant', { module: 'notes', body })
  await openPage('/user/notes', { as: 'participant', locale: 'en' })
  await expect.element(main()).toMatchTextContent('waits here')
  await expect.element(main()).toMatchTextContent(text('outbox:saved'))
  await expect.element(main()).toMatchTextContent('Ask about the costs of storage')
  await expect
    .element(link('Panel: who pays for storage safety?'))
    .toHaveAttribute('href', '/agenda/storage-panel')
  const row = { ...(await ownNote()), session: 'gone', updated_at: '2023-09-05T02:00:00Z' }
  await openPage('/user/notes', { as: 'participant', network: { [rowsPath]: listOf([row]) } })
  await expect.element(main()).toMatchTextContent(key('unknownSession'))
  await openPage('/user/notes', { as: 'organiser' })
  await expect.element(main()).toMatchTextContent(key('organiser.title'))
})

import { expect, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { sideMeetings } from '../../contract/modules/side-meetings.ts'
import type { AnsweredRow } from '../support/people.ts'
import { callsTo, readRows } from './support/console.ts'
import type { Replies } from './support/network.ts'
import { storeDraft, storeEntry } from './support/outbox.ts'
import { formOf } from './support/own-form.ts'
import { listReply, openPage, optionOf } from './support/pages.ts'
import { button, dialog, heading, link, listTexts, main } from './support/roles.ts'
import type { ScreenOptions } from './support/screen.tsx'
import { text } from './support/texts.ts'

const { field, label } = formOf(sideMeetings)
const rowsPath = '/front/query/side_meetings/all'
const post = 'POST /front/post/side_meetings'
const send = () => button(text('side-meetings:send.first'))
const guests = () =>
  main()
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^(移除|Remove)/ }) })
const key = (name: string, values?: Record<string, string>) => text(`side-meetings:${name}`, values)

const meeting = {
  name: '氢能圆桌',
  master_unit: 'Institute of Storage',
  subject: 'Costs of storage',
  guests: ['张伟', '李娜', 'Ada Lovelace'],
  apply_date: '2023-09-06',
  start_time_at: '18:00',
  end_time_at: '20:00',
  room_size: '50-100',
}

/** The participant's own meeting as the server has it, changed. */
async function ownMeeting(change: object = {}) {
  const [row] = await readRows('side_meetings', '', 'participant')
  return { ...row, ...change, id: row?.id ?? '' } as AnsweredRow
}

const openMeetings = (network: Replies = {}, options: ScreenOptions = {}, path = '') =>
  openPage(`/user/side-meetings${path}`, { as: 'participant', network, ...options })

/** Opens the form with a meeting typed into it, changed. */
async function openForm(change: object = {}, network: Replies = {}, locale: 'zh-CN' | 'en' = 'zh-CN') {
  await storeDraft('participant', 'side_meetings new', { ...meeting, ...change })
  const screen = await openMeetings({ [rowsPath]: 'empty', ...network }, { locale }, '?form=new')
  await expect.element(field('name')).toBeVisible()
  return screen
}

test('the notice with rules and prices comes before a first application, and is acknowledged [49, 50]', async () => {
  const screen = await openMeetings({ [rowsPath]: 'empty' })
  await expect.element(page.getByText(key('empty.title'))).toBeVisible()
  await button(key('apply')).click()
  for (const rule of ['guests', 'duration', 'assigned', 'payment', 'withdraw'])
    await expect.element(page.getByText(key(`notice.${rule}`))).toBeVisible()
  await expect.element(page.getByRole('table', { name: key('notice.prices') })).toMatchTextContent('¥13,000')
  await expect.element(field('name')).not.toBeInTheDocument()
  await button(key('notice.back')).click()
  expect(screen.address()).toBe('/user/side-meetings')
  await button(key('apply')).click()
  await button(key('notice.acknowledge')).click()
  await expect.element(field('name')).toBeVisible()
})

test.for([
  ['zh-CN', ['嘉宾人数不得少于3人', '会议时长不得少于2小时']],
  [
    'en',
    [
      'The number of guests must not be less than 3',
      'The duration of the meeting must not be less than 2 hours',
    ],
  ],
] as const)(
  'too few guests and too short a time are refused in the specified words (%s) [158-160, 162, 171]',
  async ([locale, words]) => {
    await openForm({ name: '', guests: ['Ada', 'Grace'], end_time_at: '19:59' }, {}, locale)
    await send().click()
    const summary = page.getByRole('alert')
    await expect.element(summary).toHaveFocus()
    for (const word of [...words, label('name')]) await expect.element(summary).toMatchTextContent(word)
    expect(callsTo(/POST/)).toEqual([])
  },
)

test('exactly three guests and two hours are sent [163, 172, T32]', async () => {
  await openForm({}, { [post]: { data: { id: 'm-1', version: 1 } } })
  await send().click()
  await expect.element(page.getByText(/^已于 .* 发送/)).toBeVisible()
  expect(callsTo(/post\/side_meetings/).map(({ body }) => body)).toEqual([expect.objectContaining(meeting)])
})

test('a name is confirmed by Enter or the button, told when it is there already, and taken away [164, 165, 167]', async () => {
  await openForm({ guests: [] })
  await field('guests').fill('张伟')
  await expect.element(page.getByText(text('forms:names.unconfirmed'))).toBeVisible()
  await expect.element(guests()).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.element(guests()).toHaveTextContent('张伟')
  await expect.element(field('guests')).toHaveValue('')
  await field('guests').fill(' 张伟 ')
  await button(text('forms:names.add')).click()
  await expect.element(page.getByText(text('forms:names.repeated', { name: '张伟' }))).toBeVisible()
  await button(text('forms:names.remove', { name: '张伟' })).click()
  await expect.element(guests()).not.toBeInTheDocument()
  await expect.element(field('guests')).toHaveFocus()
})

test('an input method’s Enter adds no guest, and a name typed with it is one [166, T31]', async () => {
  await openForm({ guests: [] })
  await field('guests').click()
  // What Chromium tells a page while Pinyin is typed: the letters as a composition, then the Enter that ends it.
  const composed = { text: 'zhangwei', selectionStart: 8, selectionEnd: 8 }
  await cdp().send('Input.imeSetComposition', composed)
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 }
  await cdp().send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
  await cdp().send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
  await expect.element(guests()).not.toBeInTheDocument()
  await cdp().send('Input.insertText', { text: '张伟' })
  await expect.element(field('guests')).toHaveValue('张伟')
  await expect.element(guests()).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.element(guests()).toHaveTextContent('张伟')
})

test.for([
  ['20:00', '¥13,000'],
  ['20:01', '¥26,000'],
] as const)('a meeting until %s costs %s, told as it is typed', async ([end, price]) => {
  await openForm({ end_time_at: '19:00' })
  await field('end_time_at').fill(end)
  const output = [...document.querySelectorAll('main output strong')]
  await expect.poll(() => document.querySelector('main output strong')?.textContent).toBe(price)
  expect(output).toHaveLength(1)
})

test.for([
  ['2023-09-09', true],
  ['2023-09-07', false],
] as const)('of %s it is doubted that it is a day of the forum: %s [168]', async ([date, isDoubted]) => {
  await openForm({ apply_date: '' })
  await field('apply_date').fill(date)
  await expect.element(page.getByText(/9月5日/)).toBeVisible()
  expect(page.getByText(text('after-approval:days.outside')).elements()).toHaveLength(isDoubted ? 1 : 0)
})

test('what is typed is kept on the phone, and is there when the form is opened again', async () => {
  await openForm({ guests: ['Ada'] }, {}, 'en')
  await field('name').fill('Storage round table')
  await expect.element(page.getByText(text('after-approval:draft.saved'))).toBeVisible()
  await openMeetings({ [rowsPath]: 'empty' }, { locale: 'en' }, '?form=new')
  await expect.element(field('name')).toHaveValue('Storage round table')
  await expect.element(guests()).toHaveTextContent('Ada')
})

/** What a card of each state offers and says. */
const cards = [
  ['submitted', ['edit', 'withdraw'], false, '18:00–20:30'],
  ['assigned', ['withdraw'], true, '前付款'],
  ['paid', [], true, '210'],
  ['declined', [], false, '会议室已满'],
  ['withdrawn', [], false, 'Institute of Storage'],
  ['cancelled', [], false, 'Institute of Storage'],
] as const

test.for(cards)(
  'a meeting that is %s says so, with what can be done',
  async ([status, names, isPayable, shown]) => {
    const reason = status === 'declined' ? { 'zh-CN': '会议室已满', en: 'No room' } : null
    await openMeetings({ [rowsPath]: listReply([await ownMeeting({ status, reason })]) })
    const card = main().getByRole('listitem')
    await expect.element(card).toMatchTextContent(optionOf(sideMeetings, 'status', status))
    await expect.element(card).toMatchTextContent(shown)
    expect(listTexts(card.getByRole('button'))).toEqual(names.map((name) => key(name)))
    expect(link(key('payment.link')).elements()).toHaveLength(isPayable ? 1 : 0)
  },
)

test('somebody with more than a page of applications sees them all', async () => {
  const row = await ownMeeting()
  const rows = Array.from({ length: 21 }, (_, no) => ({ ...row, id: `m-${no}`, name: `Round table ${no}` }))
  await openMeetings({ [rowsPath]: listReply(rows) })
  await expect.element(heading('Round table 20')).toBeVisible()
  expect(document.querySelectorAll('[data-meeting]')).toHaveLength(21)
})

test('an application is changed in its own form, and only the change is sent', async () => {
  const row = await ownMeeting({ status: 'submitted' })
  await openMeetings({
    [rowsPath]: listReply([row]),
    'POST /front/edit/side_meetings': { data: { version: 9 } },
  })
  await button(key('edit')).click()
  await field('subject').fill('另一个主题')
  await button(key('send.change')).click()
  await expect
    .poll(() => callsTo(/edit\/side_meetings/)[0]?.body)
    .toEqual({ id: row.id, version: row.version, subject: '另一个主题' })
})

test('one that never went out is gone without a call', async () => {
  await storeEntry('participant', { body: meeting, title: '氢能圆桌' })
  await openMeetings({ [rowsPath]: 'empty' })
  await expect.element(page.getByText(text('outbox:saved'))).toBeVisible()
  await button(key('withdraw')).click()
  await dialog(key('withdrawAsk.title'))
    .getByRole('button', { name: key('withdrawAsk.yes') })
    .click()
  await expect.element(page.getByText(key('empty.title'))).toBeVisible()
  expect(callsTo(/POST/)).toEqual([])
})

test('the payment tells amount, deadline and what a bank asks for, each to be copied', async () => {
  const { payment_reference: reference } = await ownMeeting()
  await openPage('/user/side-meetings/payment', { as: 'participant' })
  const article = page.getByRole('article')
  await expect.element(article).toMatchTextContent(String(reference))
  for (const shown of ['储能成本圆桌会议', '18:00–20:30', '210', '0000 0000 0000 0000', '¥'])
    await expect.element(article).toMatchTextContent(shown)
  const copies = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  for (const line of ['payee', 'bank', 'account', 'amount', 'reference'])
    await button(key('copy.label', { label: key(`payment.${line}`) })).click()
  const texts = copies.mock.calls.map(([copied]) => copied)
  expect([texts[2], texts[4]]).toEqual(['0000 0000 0000 0000', reference])
  // A bank's form takes digits alone.
  expect(texts[3]).toMatch(/^\d+$/)
  await expect.element(page.getByText(key('copy.done', { label: key('payment.reference') }))).toBeVisible()
})

test('a payment that has arrived says when', async () => {
  const row = await ownMeeting({ status: 'paid', paid_at: '2023-08-20T02:00:00Z' })
  await openPage('/user/side-meetings/payment', {
    as: 'participant',
    locale: 'en',
    network: { [rowsPath]: listReply([row]) },
  })
  await expect.element(page.getByText(/Payment received .*Aug/)).toBeVisible()
})

test('where there is nothing to pay it says so and leads back', async () => {
  await openPage('/user/side-meetings/payment', { as: 'participant', network: { [rowsPath]: 'empty' } })
  await expect.element(page.getByText(key('payment.none.title'))).toBeVisible()
  await expect.element(link(key('payment.back')).last()).toHaveAttribute('href', '/user/side-meetings')
})

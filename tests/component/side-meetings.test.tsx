import { expect, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { sideMeetings } from '../../contract/modules/side-meetings.ts'
import type { AnsweredRow } from '../support/people.ts'
import { callsTo, readRows } from './support/console.ts'
import type { Replies } from './support/network.ts'
import { storeDraft, storeEntry } from './support/outbox.ts'
import { formOf } from './support/own-form.ts'
import { listOf, openPage, optionOf } from './support/pages.ts'
import { button, link, listTexts, main } from './support/roles.ts'
import { text } from './support/texts.ts'

const { field, label } = formOf(sideMeetings)
const rowsPath = '/front/query/side_meetings/all'
const post = 'POST /front/post/side_meetings'
const send = () => button(text('side-meetings:send.first'))
const guests = () =>
  main()
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^移除/ }) })
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

const openMeetings = (network: Replies, search = '') =>
  openPage(`/user/side-meetings${search}`, { as: 'participant', network })

/** Opens the form with a meeting typed into it, changed. */
async function openForm(change: object = {}, network: Replies = {}) {
  await storeDraft('participant', 'side_meetings new', { ...meeting, ...change })
  const screen = await openMeetings({ [rowsPath]: 'empty', ...network }, '?form=new')
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

test('too few guests and too short a time are refused in the specified words [158-160, 162, 171]', async () => {
  await openForm({ name: '', guests: ['Ada', 'Grace'], end_time_at: '19:59' })
  await send().click()
  const summary = page.getByRole('alert')
  await expect.element(summary).toHaveFocus()
  for (const words of ['嘉宾人数不得少于3人', '会议时长不得少于2小时', label('name')])
    await expect.element(summary).toMatchTextContent(words)
  expect(callsTo(/POST/)).toEqual([])
})

test('exactly three guests and two hours are sent [163, 172, T32]', async () => {
  await openForm({}, { [post]: { data: { id: 'm-1', version: 1 } } })
  await send().click()
  await expect.element(page.getByText(/^已于 .* 发送/)).toBeVisible()
  expect(callsTo(/post\/side_meetings/).map(({ body }) => body)).toEqual([expect.objectContaining(meeting)])
})

test('price and day are told as they are typed [168]', async () => {
  await openForm({ apply_date: '', end_time_at: '19:00' })
  await field('end_time_at').fill('20:01')
  await expect.poll(() => listTexts(main().getByRole('strong'))).toEqual(['¥26,000'])
  const doubt = page.getByText(text('after-approval:days.outside'))
  await field('apply_date').fill('2023-09-09')
  await expect.element(doubt).toBeVisible()
  await field('apply_date').fill('2023-09-07')
  await expect.element(doubt).not.toBeInTheDocument()
})

test('a name is confirmed by Enter or the button, not by an input method’s, told when it is there, and taken away [164-167, T31]', async () => {
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

test('a name that is typed and not confirmed is there again, and goes along with a list that is complete [T31]', async () => {
  const network: Replies = { [rowsPath]: 'empty', [post]: { data: { id: 'm-1', version: 1 } } }
  const draft = page.getByText(text('after-approval:draft.saved'))
  await openForm({ guests: ['张伟', '李娜'] }, network)
  await field('guests').fill('王芳')
  await expect.element(draft).toBeVisible()
  await openMeetings(network, '?form=new')
  await expect.element(field('guests')).toHaveValue('王芳')
  await send().click()
  await expect.element(field('guests')).toHaveFocus()
  await expect.element(field('guests')).toHaveAccessibleDescription(/嘉宾人数不得少于3人/)
  expect(callsTo(/POST/)).toEqual([])
  await userEvent.keyboard('{Enter}')
  await field('guests').fill('赵敏')
  await send().click()
  await expect
    .poll(() => callsTo(/post\/side_meetings/)[0]?.body)
    .toMatchObject({ guests: ['张伟', '李娜', '王芳', '赵敏'] })
})

test('half a date is told as none when the form is sent, and emptied like any other', async () => {
  await openForm({ apply_date: '' }, { [post]: { data: { id: 'm-1', version: 1 } } })
  await field('apply_date').click()
  await userEvent.keyboard('09')
  await send().click()
  await expect.element(field('apply_date')).toHaveFocus()
  await expect.element(field('apply_date')).toHaveAccessibleDescription(/不是有效的日期/)
  await userEvent.keyboard('{Backspace}')
  await expect.element(field('apply_date')).not.toHaveAccessibleDescription(/不是有效的日期/)
  await send().click()
  await expect.element(field('apply_date')).toHaveAccessibleDescription(/请/)
  expect(callsTo(/POST/)).toEqual([])
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
    await openMeetings({ [rowsPath]: listOf([await ownMeeting({ status, reason })]) })
    const card = main().getByRole('listitem')
    await expect.element(card).toMatchTextContent(optionOf(sideMeetings, 'status', status))
    await expect.element(card).toMatchTextContent(shown)
    expect(listTexts(card.getByRole('button'))).toEqual(names.map((name) => key(name)))
    expect(link(key('payment.link')).elements()).toHaveLength(isPayable ? 1 : 0)
  },
)

test('an application is changed in its own form, and only the change is sent', async () => {
  const row = await ownMeeting({ status: 'submitted' })
  await openMeetings({
    [rowsPath]: listOf([row]),
    'POST /front/edit/side_meetings': { data: { version: 9 } },
  })
  await button(key('edit')).click()
  await field('subject').fill('另一个主题')
  await button(key('send.change')).click()
  await expect
    .poll(() => callsTo(/edit\/side_meetings/)[0]?.body)
    .toEqual({ id: row.id, version: row.version, subject: '另一个主题' })
})

test('an application that arrived though its answer was lost is one card, and its edit one change of the row [295]', async () => {
  const row = await ownMeeting({ status: 'submitted', client_row_id: 'made-here' })
  const body = { ...meeting, name: row['name'] }
  // What waits for its person goes nowhere by itself: what is seen here does not come of an answer.
  await storeEntry('participant', {
    entityId: 'made-here',
    body,
    change: { state: 'expired', isTried: true, tries: 1 },
  })
  await openMeetings({
    [rowsPath]: listOf([row]),
    'POST /front/edit/side_meetings': { data: { id: row.id, version: row.version + 1 } },
  })
  const card = main().getByRole('listitem')
  await expect.element(card).toMatchTextContent(optionOf(sideMeetings, 'status', 'submitted'))
  await expect.element(card).toMatchTextContent(text('outbox:expired'))
  await button(key('edit')).click()
  await field('subject').fill('另一个主题')
  await button(key('send.change')).click()
  await expect
    .poll(() => callsTo(/POST/).map(({ body: sent }) => sent))
    .toEqual([{ id: row.id, version: row.version, subject: '另一个主题' }])
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

test('a payment that has arrived says when; where there is nothing to pay it says so and leads back', async () => {
  const path = '/user/side-meetings/payment'
  const row = await ownMeeting({ status: 'paid', paid_at: '2023-08-20T02:00:00Z' })
  const network = { [rowsPath]: listOf([row]) }
  await openPage(path, { as: 'participant', locale: 'en', network })
  await expect.element(page.getByText(/Payment received .*Aug/)).toBeVisible()
  await openPage(path, { as: 'participant', network: { [rowsPath]: 'empty' } })
  await expect.element(page.getByText(key('payment.none.title'))).toBeVisible()
  await expect.element(link(key('payment.back')).last()).toHaveAttribute('href', '/user/side-meetings')
})

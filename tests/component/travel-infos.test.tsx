import { expect, inject, test } from 'vitest'
import { page } from 'vitest/browser'
import { authStore } from '#platform/auth.ts'
import { travelInfos } from '../../contract/modules/travel-infos.ts'
import { callsTo, holdCalls, readRows } from './support/console.ts'
import { setNetwork, type Replies } from './support/network.ts'
import { storeDraft, storeEntry } from './support/outbox.ts'
import { formOf } from './support/own-form.ts'
import { listOf, openPage } from './support/pages.ts'
import { button, heading, main, press, region } from './support/roles.ts'
import { text } from './support/texts.ts'

const { field, choice, choices, answer, label } = formOf(travelInfos)
const rowsPath = '/front/query/travel_infos/all'
const pages = ['/user/travel', '/user/side-meetings', '/user/side-meetings/payment', '/user/materials']
const alert = () => page.getByRole('alert')
const send = () => button(text('travel-infos:send.first'))
const sendChange = () => button(text('travel-infos:send.change'))
const edit = () => button(text('travel-infos:edit'))

/** The participant's own row as the server has it, changed. */
const ownRow = async (change: object = {}) => {
  const [row] = await readRows('travel_infos', '', 'participant')
  return { ...row, ...change, id: row?.id ?? '' }
}

/** Opens the form as a participant who has sent nothing yet. */
const openForm = (network: Replies = {}, locale: 'zh-CN' | 'en' = 'zh-CN') =>
  openPage('/user/travel', { as: 'participant', locale, network: { [rowsPath]: 'empty', ...network } })

test.for([
  ['applicant', 'none'],
  ['submitted', 'submitted'],
  ['more_info', 'more_info'],
  ['declined', 'declined'],
] as const)(
  'what opens after the approval is locked for who is %s, and says why [143, 157, 305, 307, T39]',
  async ([as, reason]) => {
    const screen = await openPage('/user/center', { as })
    for (const path of pages) {
      await screen.go(path)
      await expect.element(heading(text(`after-approval:locked.${reason}.title`), 2)).toBeVisible()
      await expect.element(main()).toMatchTextContent(text(`after-approval:locked.${reason}.text`))
      expect(document.querySelectorAll('main :is(form, input)')).toHaveLength(0)
    }
  },
)

test('who registered as media finds nothing to fill in there [143]', async () => {
  const row = { id: 's-1', version: 1, status: 'approved', created_at: '2023-08-01T02:00:00Z' }
  const network = { '/front/query/staff_registrations/all': listOf([row]) }
  await openPage('/user/materials', { as: 'applicant', network })
  await expect.element(heading(text('after-approval:locked.others.title'), 2)).toBeVisible()
  expect(document.querySelectorAll('main :is(form, input)')).toHaveLength(0)
})

test('the travel form asks only what applies [48, 154, 156]', async () => {
  await openForm()
  await choice('vehicle', 'fly').click()
  await expect.element(choice('arrive_station', 'hongqiao_airport')).toBeVisible()
  await expect.element(choice('arrive_station', 'suzhou_station')).not.toBeInTheDocument()
  const flight = page.getByLabelText(text('travel-infos:number.fly'), { exact: false })
  await flight.fill('MU5101')
  await choice('vehicle', 'train').click()
  await expect
    .element(page.getByLabelText(text('travel-infos:number.train'), { exact: false }))
    .toHaveValue('')
  await expect.element(choice('arrive_station', 'hongqiao_airport')).not.toBeInTheDocument()
  await choice('vehicle', 'by_self').click()
  await expect.element(choices('arrive_station')).not.toBeInTheDocument()
  await answer('need_book_hotel', true).click()
  await expect.element(choices('room_style')).toBeVisible()
  await answer('need_book_hotel', false).click()
  await expect.element(choices('room_style')).not.toBeInTheDocument()
  await choice('special_catering_needs', 'other').click()
  await expect.element(field('other_catering_needs')).toBeVisible()
})

test('what is missing is listed, and nobody leaves before they arrive; a far date is doubted [152]', async () => {
  await openForm({}, 'en')
  await send().click()
  await expect.element(alert()).toHaveFocus()
  await expect.element(alert()).toMatchTextContent(label('need_book_hotel'))
  await choice('vehicle', 'by_self').click()
  await answer('need_pickup_delivery', false).click()
  await answer('need_book_hotel', true).click()
  await choice('room_style', 'single').click()
  await field('entry_at').fill('2023-09-04')
  await field('leave_at').fill('2023-09-01')
  await send().click()
  await expect.element(field('leave_at')).toHaveFocus()
  await expect.element(field('leave_at')).toHaveAttribute('aria-invalid', 'true')
  await field('leave_at').fill('2024-09-08')
  await expect.element(page.getByText(text('after-approval:days.far'))).toBeVisible()
})

test('what was sent is shown in the place of the form, with its fields as they apply', async () => {
  await openForm({ 'POST /front/post/travel_infos': { data: { id: 'travel-1', version: 1 } } })
  await choice('vehicle', 'by_self').click()
  await answer('need_pickup_delivery', false).click()
  await answer('need_book_hotel', false).click()
  await send().click()
  await expect.element(page.getByText(/^已于 .* 发送/)).toBeVisible()
  await expect.element(region(text('travel-infos:section.arrival'))).toMatchTextContent('自行前往')
  expect(callsTo(/post\/travel_infos/)[0]?.body).toMatchObject({
    vehicle: 'by_self',
    vehicle_no: null,
    entry_at: null,
  })
})

test('of what the server has only the change is sent', async () => {
  await openPage('/user/travel', {
    as: 'participant',
    network: { 'POST /front/edit/travel_infos': { data: { version: 2 } } },
  })
  await edit().click()
  await expect.element(page.getByLabelText(text('travel-infos:number.fly'))).toHaveValue('MU5101')
  await page.getByLabelText(text('travel-infos:number.fly')).fill('CA981')
  await sendChange().click()
  await expect.element(page.getByText('CA981')).toBeVisible()
  const { id } = await ownRow()
  await expect
    .poll(() => callsTo(/edit\/travel_infos/)[0]?.body)
    .toEqual({ id, version: 1, vehicle_no: 'CA981' })
})

test('what the server refuses comes back to its field', async () => {
  const problems = [{ path: 'memo', key: 'field.invalid' }]
  await storeEntry('participant', {
    module: 'travel_infos',
    body: { vehicle: 'by_self', memo: '轮椅' },
    formPath: '/user/travel',
    change: { state: 'rejected' },
    told: { msg: '', problems },
  })
  await openForm()
  await expect.element(field('memo')).toHaveValue('轮椅')
  await expect.element(field('memo')).toHaveFocus()
  await expect.element(page.getByText(text('outbox:rejected'), { exact: false })).toBeVisible()
})

test('what is frozen cannot be changed; what was typed too late is shown until it is put away [192]', async () => {
  const row = await ownRow({ is_frozen: true })
  await storeDraft('participant', 'travel_infos', { vehicle_no: 'CA981', version: 1 })
  await openPage('/user/travel', { as: 'participant', network: { [rowsPath]: listOf([row]) } })
  await expect.element(page.getByText(text('travel-infos:frozen'), { exact: false })).toBeVisible()
  await expect.element(edit()).not.toBeInTheDocument()
  const late = region(text('travel-infos:notTaken'))
  await expect.element(late).toMatchTextContent('CA981')
  await expect.element(late).not.toMatchTextContent(label('entry_at'))
  await late.getByRole('button', { name: text('travel-infos:discard') }).click()
  await expect.element(late).not.toBeInTheDocument()
  await expect.element(page.getByText('MU5101')).toBeVisible()
})

test('a change that was typed and not sent is told of, and gone on with', async () => {
  await storeDraft('participant', 'travel_infos', { memo: '轮椅', version: 1 })
  await openPage('/user/travel', { as: 'participant' })
  await expect.element(page.getByText(text('travel-infos:unsent'))).toBeVisible()
  await button(text('travel-infos:editOn')).click()
  await expect.element(field('memo')).toHaveValue('轮椅')
})

const versions = () => region(text('forms:versions.title'))
const versionsOf = (name: string) => versions().getByRole('group', { name: label(name) })
const goOn = () => button(text('forms:versions.save'))
const editCall = () => callsTo(/edit\/travel_infos/)[0]?.body

test('a row that arrives under what was typed fills in the rest; what differs is chosen before it is sent', async () => {
  const row = await ownRow({ memo: '过敏', special_catering_needs: [], other_catering_needs: null })
  const { queryClient } = await openPage('/user/travel', {
    as: 'participant',
    network: { [rowsPath]: 'offline' },
  })
  await choice('vehicle', 'by_self').click()
  await field('memo').fill('轮椅')
  await choice('special_catering_needs', 'halal').click()
  setNetwork({ [rowsPath]: listOf([row]), 'POST /front/edit/travel_infos': { data: { version: 2 } } })
  await queryClient.refetchQueries({ type: 'active' })
  await expect.element(versionsOf('vehicle')).toMatchTextContent('自行前往')
  await expect.element(versionsOf('memo')).toMatchTextContent('轮椅')
  await expect.element(versionsOf('memo')).toMatchTextContent('过敏')
  // What the row has is filled in, and where it has nothing there is nothing to choose.
  await expect.element(answer('need_book_hotel', true)).toBeChecked()
  await expect.element(versionsOf('special_catering_needs')).not.toBeInTheDocument()
  await sendChange().click()
  await expect.element(versions()).toHaveFocus()
  expect(callsTo(/POST/)).toEqual([])
  await press(versions(), text('forms:versions.allTheirs'))
  await versionsOf('memo')
    .getByRole('radio', { name: new RegExp(`^${text('forms:versions.mine')}`) })
    .click()
  await goOn().click()
  await expect.element(versions()).not.toBeInTheDocument()
  await expect.element(choice('vehicle', 'fly')).toBeChecked()
  await sendChange().click()
  await expect
    .poll(editCall)
    .toEqual({ id: row.id, version: 1, memo: '轮椅', special_catering_needs: ['halal'] })
})

test('what was typed before the row was here is chosen from at the next visit, too', async () => {
  await storeDraft('participant', 'travel_infos', { vehicle_no: 'CA981' })
  await openPage('/user/travel', { as: 'participant' })
  await button(text('travel-infos:editOn')).click()
  await expect.element(versions()).toMatchTextContent('CA981')
  await expect.element(versions()).toMatchTextContent('MU5101')
  await versions()
    .getByRole('radio', { name: new RegExp(`^${text('forms:versions.theirs')}`) })
    .click()
  await goOn().click()
  await expect.element(page.getByLabelText(text('travel-infos:number.fly'))).toHaveValue('MU5101')
})

test('what waited to make a row that another device has made writes over nothing that was not seen', async () => {
  const entry = { vehicle: 'fly', vehicle_no: 'CA981', need_book_hotel: false }
  await storeEntry('participant', {
    module: 'travel_infos',
    body: entry,
    formPath: '/user/travel',
    change: { state: 'rejected' },
    told: { msg: '', problems: [] },
  })
  const network: Replies = { 'POST /front/edit/travel_infos': { data: { version: 2 } } }
  await openPage('/user/travel', { as: 'participant', network })
  await expect.element(versions()).toMatchTextContent('MU5101')
  await press(versions(), text('forms:versions.allTheirs'))
  await versions().getByRole('group').filter({ hasText: 'CA981' }).getByRole('radio').first().click()
  await goOn().click()
  await sendChange().click()
  await expect.poll(editCall).toEqual({ id: (await ownRow()).id, version: 1, vehicle_no: 'CA981' })
})

test('no form stands before it is known whose it is', async () => {
  const screen = await openPage('/news', { as: 'participant', network: { [rowsPath]: 'empty' } })
  const { token } = inject('people').participant
  authStore.clear()
  authStore.setToken(token)
  const letGo = holdCalls(/user\/current/)
  await screen.go('/user/travel')
  await expect.element(heading(text('travel-infos:title'), 1)).toBeVisible()
  expect(document.querySelectorAll('main form')).toHaveLength(0)
  letGo()
  await expect.element(choices('vehicle')).toBeVisible()
})

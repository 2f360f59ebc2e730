import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import {
  addGuests,
  choiceOf,
  fieldOf,
  fillMeeting,
  fillTravel,
  formWords,
} from '../support/participant-forms.ts'
import {
  addApplicant,
  addParticipant,
  callForum,
  decide,
  openAs,
  ownRows,
  register,
  registerStaff,
} from '../support/people.ts'
import { untilDrawn } from '../support/until-drawn.ts'

const words = formWords['zh-CN']
const pages = ['/user/travel', '/user/side-meetings', '/user/side-meetings/payment', '/user/materials']

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilDrawn(page)
}

async function openMeetingForm(page: Page): Promise<void> {
  await visit(page, '/user/side-meetings')
  await page.getByRole('button', { name: words.apply }).click()
  await page.getByRole('button', { name: words.acknowledge }).click()
}

const guests = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^移除/ }) })

/** What Chromium tells a page while Pinyin is typed: the letters as a composition, then the Enter that ends it. */
async function compose(devtools: CDPSession, letters: string): Promise<void> {
  for (let end = 1; end <= letters.length; end += 1)
    await devtools.send('Input.imeSetComposition', {
      text: letters.slice(0, end),
      selectionStart: end,
      selectionEnd: end,
    })
  const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 }
  await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key })
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
}

test('who is not approved, or was declined, sees why a page is locked, and no form [143, 157, 305, 307, T39]', async ({
  page,
  forum,
}) => {
  const applicant = await addApplicant(forum)
  const waiting = await addApplicant(forum)
  await register(forum, waiting)
  const media = await addApplicant(forum)
  await registerStaff(forum, media)
  const declined = await addApplicant(forum)
  const reason = { 'zh-CN': '名额已满', en: 'No places are left' }
  const row = await register(forum, declined)
  await decide(forum, 'registrations', 'start_review', row)
  await decide(forum, 'registrations', 'decline', row, { review_reason: reason })
  for (const [person, told] of [
    [applicant, '请先报名'],
    [waiting, '审核通过后开放'],
    [media, '此页面向参会代表开放'],
    [declined, '报名未通过'],
  ] as const) {
    await openAs(page, person)
    for (const path of pages) {
      await visit(page, path)
      await expect(page.getByRole('heading', { name: told })).toBeVisible()
      await expect(page.locator('main :is(form, input)')).toHaveCount(0)
    }
  }
})

test('the travel form asks only what applies, and only that is kept [48, 152, 154, 156]', async ({
  page,
  forum,
}) => {
  const person = await addParticipant(forum)
  await openAs(page, person)
  await visit(page, '/user/travel')
  await fillTravel(page)
  await expect(page.locator('form input[value$="station"]')).toHaveCount(0)
  await choiceOf(page, 'train').check()
  await expect(page.locator('form input[value$="airport"]')).toHaveCount(0)
  await expect(fieldOf(page, 'vehicle_no')).toHaveValue('')
  await choiceOf(page, 'by_self').check()
  await expect(fieldOf(page, 'vehicle_no')).toBeHidden()
  await choiceOf(page, 'None').check()
  await expect(choiceOf(page, 'halal')).not.toBeChecked()
  await choiceOf(page, 'other').check()
  await expect(choiceOf(page, 'None')).not.toBeChecked()
  await page.getByRole('button', { name: words.sendTravel }).click()
  await expect(fieldOf(page, 'other_catering_needs')).toBeFocused()
  await fieldOf(page, 'other_catering_needs').fill('不吃坚果')
  await fieldOf(page, 'leave_at').fill('2023-09-01')
  await page.getByRole('button', { name: words.sendTravel }).click()
  await expect(page.getByText('离店日期不能早于入住日期').first()).toBeVisible()
  await fieldOf(page, 'leave_at').fill('2023-09-08')
  await page.getByRole('button', { name: words.sendTravel }).click()
  await expect(page.getByText(/已于 .* 发送/)).toBeVisible()
  const [row, ...others] = await ownRows(forum, 'travel_infos', person)
  expect(others).toEqual([])
  expect(row).toMatchObject({
    vehicle: 'by_self',
    vehicle_no: null,
    arrive_station: null,
    room_style: 'single',
    special_catering_needs: ['other'],
    other_catering_needs: '不吃坚果',
  })

  await page.getByRole('button', { name: '修改' }).click()
  await answerNoHotel(page)
  await page.getByRole('button', { name: '提交修改' }).click()
  await expect.poll(async () => (await ownRows(forum, 'travel_infos', person))[0]?.['room_style']).toBeNull()
  const [changed] = await ownRows(forum, 'travel_infos', person)
  expect(changed).toMatchObject({ id: row?.id, entry_at: null, leave_at: null })

  await decide(forum, 'travel_infos', 'freeze', { id: row?.id ?? '' })
  await visit(page, '/user/travel')
  await expect(page.getByText('不能再在这里修改')).toBeVisible()
  await expect(page.getByRole('button', { name: '修改' })).toBeHidden()
  await expect(page.getByText('不吃坚果')).toBeVisible()
})

const answerNoHotel = (page: Page) =>
  page.locator('form input[name$="-need_book_hotel"][value="false"]').check()

test('a change made elsewhere meanwhile is shown beside one’s own, and the person chooses', async ({
  page,
  forum,
}) => {
  const person = await addParticipant(forum)
  await openAs(page, person)
  await visit(page, '/user/travel')
  await fillTravel(page)
  await page.getByRole('button', { name: words.sendTravel }).click()
  await expect(page.getByText(/已于 .* 发送/)).toBeVisible()
  await page.getByRole('button', { name: '修改' }).click()
  await fieldOf(page, 'vehicle_no').fill('CA981')
  const [row] = await ownRows(forum, 'travel_infos', person)
  await callForum(forum, '/front/edit/travel_infos', {
    token: person.token,
    body: { id: row?.id, vehicle_no: 'HO1252' },
  })
  await page.getByRole('button', { name: '提交修改' }).click()
  await expect(page.getByRole('cell', { name: 'CA981' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'HO1252' })).toBeVisible()
  await page.locator('main table ~ div button').first().click()
  await expect
    .poll(async () => (await ownRows(forum, 'travel_infos', person))[0]?.['vehicle_no'])
    .toBe('CA981')
})

test('an input method’s Enter adds no guest, and a name typed with it is one [166, T31]', async ({
  page,
  forum,
}) => {
  await openAs(page, await addParticipant(forum))
  await openMeetingForm(page)
  const devtools = await page.context().newCDPSession(page)
  await fieldOf(page, 'guests').focus()
  await compose(devtools, 'zhangwei')
  await expect(guests(page)).toHaveCount(0)
  await devtools.send('Input.insertText', { text: '张伟' })
  await expect(fieldOf(page, 'guests')).toHaveValue('张伟')
  await expect(guests(page)).toHaveCount(0)
  await fieldOf(page, 'guests').press('Enter')
  await expect(guests(page)).toHaveText(['张伟'])
  await expect(fieldOf(page, 'guests')).toHaveValue('')
})

test('three confirmed guests and two hours are needed; the price follows; it is withdrawn [49, 50, 163-165, 167, 168, 172, T32]', async ({
  page,
  forum,
}) => {
  const person = await addParticipant(forum)
  await openAs(page, person)
  await openMeetingForm(page)
  await fillMeeting(page, '氢能圆桌')
  await page.getByRole('button', { name: '移除李娜' }).click()
  await fieldOf(page, 'guests').fill('王芳')
  await fieldOf(page, 'end_time_at').fill('19:59')
  await fieldOf(page, 'apply_date').fill('2023-09-09')
  await expect(page.getByText('这一天不在论坛日期内')).toBeVisible()
  await page.getByRole('button', { name: words.sendMeeting }).click()
  await expect(page.getByText('嘉宾人数不得少于3人').first()).toBeVisible()
  await expect(page.getByText('会议时长不得少于2小时').first()).toBeVisible()
  await addGuests(page, ['王芳'])
  await fieldOf(page, 'end_time_at').fill('20:00')
  await expect(page.getByText('¥13,000', { exact: true }).last()).toBeVisible()
  await fieldOf(page, 'end_time_at').fill('20:01')
  await expect(page.getByText('¥26,000', { exact: true })).toBeVisible()
  await fieldOf(page, 'end_time_at').fill('20:00')
  await page.getByRole('button', { name: words.sendMeeting }).click()
  await expect(page.getByText(/已于 .* 发送/)).toBeVisible()
  const rows = await ownRows(forum, 'side_meetings', person)
  expect(rows).toHaveLength(1)
  await page.getByRole('button', { name: '撤回申请' }).click()
  await page.getByRole('dialog').getByText('撤回', { exact: true }).click()
  await expect
    .poll(async () => (await ownRows(forum, 'side_meetings', person))[0]?.['status'])
    .toBe('withdrawn')
  await expect(page.getByText('已撤回', { exact: true })).toBeVisible()
})

test('no form stands before it is known whose it is: what is typed lies under its person’s name', async ({
  page,
  forum,
}) => {
  await openAs(page, await addParticipant(forum))
  const { promise: told, resolve: tell } = Promise.withResolvers<void>()
  await page.route('**/api/front/user/current', async (route) => {
    await told
    await route.continue()
  })
  await visit(page, '/user/side-meetings?form=new')
  const acknowledge = page.getByRole('button', { name: words.acknowledge })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(acknowledge).toBeHidden()
  tell()
  await acknowledge.click()
  await fieldOf(page, 'name').fill('储能圆桌会议')
  await expect(page.getByText('已填内容保存在本机。')).toBeVisible()
})

test.describe('in English', () => {
  test.use({ appLocale: 'en' })

  test('guests and duration are refused in the specified words, and a draft is there after a reload [162, 171, 158-160]', async ({
    page,
    forum,
  }) => {
    await openAs(page, await addParticipant(forum, 'en'))
    await visit(page, '/user/side-meetings')
    await page.getByRole('button', { name: formWords.en.apply }).click()
    await page.getByRole('button', { name: formWords.en.acknowledge }).click()
    await fieldOf(page, 'name').fill('Storage round table')
    await addGuests(page, ['Ada', 'Grace'])
    await fieldOf(page, 'start_time_at').fill('09:00')
    await fieldOf(page, 'end_time_at').fill('10:59')
    await page.getByRole('button', { name: formWords.en.sendMeeting }).click()
    await expect(page.getByText('The number of guests must not be less than 3').first()).toBeVisible()
    await expect(
      page.getByText('The duration of the meeting must not be less than 2 hours').first(),
    ).toBeVisible()
    await expect(page.getByText('please enter Host organisation').first()).toBeVisible()
    await expect(page.getByText('What you typed is kept on this phone.')).toBeVisible()
    await page.reload()
    await untilDrawn(page)
    await expect(fieldOf(page, 'name')).toHaveValue('Storage round table')
    await expect(page.getByText('Grace')).toBeVisible()
  })
})

import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { fieldOf, fillMeeting, fillTravel, formWords } from '../support/participant-forms.ts'
import { addParticipant, callForum, decide, openAs, ownRows, type AnsweredRow } from '../support/people.ts'
import { untilDrawn } from '../support/until-drawn.ts'

const words = formWords['zh-CN']
const typed = (page: Page) => page.getByText('已填内容保存在本机。')

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilDrawn(page)
}

test.describe('travel information', () => {
  let row: AnsweredRow
  let token: string

  test.beforeEach(async ({ page, forum }) => {
    const person = await addParticipant(forum)
    ;({ token } = person)
    await openAs(page, person)
    await visit(page, '/user/travel')
    await fillTravel(page)
    await page.getByRole('button', { name: words.sendTravel }).click()
    await expect(page.getByText(/已于 .* 发送/)).toBeVisible()
    row = (await ownRows(forum, 'travel_infos', person))[0] ?? row
    await page.getByRole('button', { name: '修改' }).click()
    await fieldOf(page, 'vehicle_no').fill('CA981')
    await expect(typed(page)).toBeVisible()
  })

  test('typed yesterday over what was corrected since is no silent overwriting: the person chooses [192]', async ({
    page,
    forum,
  }) => {
    const correction = { id: row.id, vehicle_no: 'HO1252', memo: '组委会已更正' }
    await callForum(forum, '/front/edit/travel_infos', { token, body: correction })
    await page.reload()
    await untilDrawn(page)
    await expect(page.getByText('您有尚未提交的修改')).toBeVisible()
    await expect(page.getByText('HO1252')).toBeVisible()
    await page.getByRole('button', { name: '继续修改' }).click()
    await expect(fieldOf(page, 'vehicle_no')).toHaveValue('CA981')
    await expect(fieldOf(page, 'memo')).toHaveValue('组委会已更正')
    await page.getByRole('button', { name: '提交修改' }).click()
    await expect(page.getByRole('cell', { name: 'CA981' })).toBeVisible()
    await expect(page.getByRole('cell', { name: 'HO1252' })).toBeVisible()
    const [held] = await ownRows(forum, 'travel_infos', { token })
    expect(held?.['vehicle_no']).toBe('HO1252')
    await page.locator('main table ~ div button').first().click()
    await expect
      .poll(async () => (await ownRows(forum, 'travel_infos', { token }))[0]?.['vehicle_no'])
      .toBe('CA981')
  })

  test('what was typed when the organisers froze it is shown as not taken, until it is put away [192]', async ({
    page,
    forum,
  }) => {
    await decide(forum, 'travel_infos', 'freeze', row)
    await page.reload()
    await untilDrawn(page)
    const late = page.locator('section').filter({ hasText: '未被接收的修改' })
    await expect(late).toContainText('CA981')
    await expect(late).not.toContainText('入住日期')
    await late.getByRole('button', { name: '清除' }).click()
    await expect(late).toBeHidden()
    await page.reload()
    await untilDrawn(page)
    await expect(page.getByText('MU5101')).toBeVisible()
    await expect(page.getByText('CA981')).toHaveCount(0)
  })
})

async function openMeetingForm(page: Page): Promise<void> {
  await visit(page, '/user/side-meetings')
  await page.getByRole('button', { name: words.apply }).click()
  await page.getByRole('button', { name: words.acknowledge }).click()
}

test('an application whose answer was lost is withdrawn at the forum, with the change that came after it [192]', async ({
  page,
  forum,
}) => {
  const person = await addParticipant(forum)
  await openAs(page, person)
  await openMeetingForm(page)
  await fillMeeting(page, '氢能圆桌')
  const writes = /front\/(post|edit|action)\/side_meetings/
  await page.route(writes, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: words.sendMeeting }).click()
  await expect.poll(async () => (await ownRows(forum, 'side_meetings', person)).length).toBe(1)
  await page.unroute(writes)
  await page.route(writes, (route) => route.abort('connectionreset'))
  await page.getByRole('button', { name: '修改' }).click()
  await fieldOf(page, 'subject').fill('另一个主题')
  await page.getByRole('button', { name: /提交/ }).click()
  await page.getByRole('button', { name: '撤回申请' }).click()
  await page.getByRole('dialog').getByText('撤回', { exact: true }).click()
  await page.unroute(writes)
  await visit(page, '/user/outbox')
  await expect
    .poll(async () => (await ownRows(forum, 'side_meetings', person)).map(({ status }) => status), {
      timeout: 30_000,
    })
    .toEqual(['withdrawn'])
})

test('somebody with more applications than a page of the server holds sees them all [192]', async ({
  page,
  forum,
}) => {
  const person = await addParticipant(forum)
  const body = {
    master_unit: 'Institute of Storage',
    subject: 'Costs of storage',
    guests: ['张伟', '李娜', 'Ada Lovelace'],
    apply_date: '2023-09-08',
    start_time_at: '18:00',
    end_time_at: '20:00',
    room_size: '250',
    need_interpretaion_equipment: true,
  }
  const most = 21
  for (let no = 1; no <= most; no += 1)
    await callForum(forum, '/front/post/side_meetings', {
      token: person.token,
      body: { ...body, name: `Round table ${no}` },
    })
  await openAs(page, person)
  await visit(page, '/user/side-meetings')
  await expect(page.locator('main [data-meeting]')).toHaveCount(most)
  await expect(page.getByRole('heading', { name: 'Round table 1', exact: true })).toBeVisible()
})

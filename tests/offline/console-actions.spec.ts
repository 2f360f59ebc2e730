import type { Page } from '@playwright/test'
import { drawnRows, openConsole } from '../support/console.ts'
import { organiserPassword, type ForumProcess } from '../support/forum-process.ts'
import { readMails } from '../support/outgoing.ts'
import { callForum } from '../support/people.ts'
import { test } from './own-forum.ts'
import { expect, goOffline, strip, visit } from './phone.ts'

test.use({ viewport: { width: 1180, height: 820 }, isMobile: false })

const state = (page: Page) =>
  page
    .locator('main section header')
    .getByText(/已|审核/)
    .last()

async function rowOf(forum: ForumProcess, module: string, id: string): Promise<Record<string, unknown>> {
  const { token } = await callForum<{ token: string }>(forum, '/front/user/login', {
    body: { login_name: 'organiser', login_pwd: organiserPassword },
  })
  return callForum(forum, `/front/query/${module}/${id}`, { token })
}

test('a registration is approved by three touches, and the person is written to', async ({
  page,
  ownForum,
}) => {
  await openConsole(page)
  await page.getByRole('link', { name: /待审核的参会报名/ }).click()
  await drawnRows(page).filter({ hasText: '已提交' }).first().getByRole('link').click()
  const id = page.url().split('/').at(-1)?.split('?')[0] ?? ''
  const before = (await readMails(ownForum.dataDir)).length
  await page.getByRole('button', { name: '通过', exact: true }).click()
  await expect(state(page)).toHaveText('已通过')
  expect((await rowOf(ownForum, 'registrations', id))['status']).toBe('approved')
  await expect(drawnRows(page)).toHaveCount(1)
  await expect.poll(async () => (await readMails(ownForum.dataDir)).length).toBe(before + 1)
})

test('what an action asks for is told at its fields, and a room is assigned once', async ({
  page,
  ownForum,
}) => {
  await openConsole(page, '/side_meetings/side-storage')
  await page.getByRole('button', { name: '分配会议室' }).click()
  const sheet = page.getByRole('dialog', { name: '分配会议室' })
  await sheet.getByRole('button', { name: '分配会议室' }).click()
  await expect(sheet.getByText('请输入分配日期').first()).toBeVisible()
  await sheet.getByLabel('分配日期').fill('2023-09-07')
  await sheet.getByLabel('分配开始时间').fill('10:00')
  await sheet.getByLabel('分配结束时间').fill('12:00')
  await sheet.getByRole('checkbox', { name: '301' }).check()
  await sheet.getByRole('button', { name: '分配会议室' }).click()
  // The room is held by another meeting until eleven.
  await expect(page.getByText('该会议室在此时段已分配给其他会议。').first()).toBeVisible()
  expect((await rowOf(ownForum, 'side_meetings', 'side-storage'))['status']).toBe('submitted')
  await page.getByRole('button', { name: '分配会议室' }).click()
  await expect(sheet.getByLabel('分配开始时间')).toHaveValue('10:00')
  await sheet.getByLabel('分配开始时间').fill('11:00')
  await sheet.getByLabel('分配结束时间').fill('13:00')
  await sheet.getByRole('button', { name: '分配会议室' }).click()
  await expect(state(page)).toHaveText('已分配')
  const row = await rowOf(ownForum, 'side_meetings', 'side-storage')
  expect(row).toMatchObject({ status: 'assigned', assigned_start_time_at: '11:00', amount: 13_000 })
})

test('what was done without network waits on the tablet, and is done once when it is back', async ({
  page,
  ownForum,
}) => {
  await openConsole(page, '/registrations?filters=status:eq:submitted')
  await drawnRows(page).first().getByRole('link').click()
  const id = page.url().split('/').at(-1)?.split('?')[0] ?? ''
  await expect(page.getByRole('button', { name: '通过', exact: true })).toBeVisible()
  const version = Number((await rowOf(ownForum, 'registrations', id))['version'])
  const before = (await readMails(ownForum.dataDir)).length
  await goOffline(page)
  await page.getByRole('button', { name: '通过', exact: true }).click()
  await expect(page.getByText(/已保存在本机/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: '通过', exact: true })).toHaveCount(0)
  expect((await rowOf(ownForum, 'registrations', id))['status']).toBe('submitted')
  await page.context().setOffline(false)
  // A hall of tablets finds the network at the same moment: each waits a little, at random.
  await expect(state(page)).toHaveText('已通过', { timeout: 30_000 })
  const row = await rowOf(ownForum, 'registrations', id)
  expect(row['status']).toBe('approved')
  expect(row['version']).toBe(version + 1)
  expect((await readMails(ownForum.dataDir)).length).toBeLessThanOrEqual(before + 1)
})

test('a list and a record that were open are readable without network, with their age [302]', async ({
  page,
  ownForum,
}) => {
  expect(ownForum.url).toBeTruthy()
  await visit(page, '/news')
  await openConsole(page, '/side_meetings')
  await expect(drawnRows(page).first()).toContainText('长时储能圆桌会')
  await drawnRows(page).first().getByRole('link').click()
  await expect(page.getByText('长时储能的成本与市场机制')).toBeVisible()
  await goOffline(page)
  await page.reload()
  await expect(page.getByText('长时储能的成本与市场机制')).toBeVisible()
  await expect(strip(page)).toBeVisible()
  await page.getByRole('link', { name: '返回列表' }).click()
  await expect(drawnRows(page).first()).toContainText('长时储能圆桌会')
})

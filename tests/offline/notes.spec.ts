import { full } from '../support/marks.ts'
import type { Page } from '@playwright/test'
import { ownRows } from '../support/people.ts'
import { untilDrawn } from '../support/until-drawn.ts'
import { callForum, dump, expect, keepNothing, saved, signInAs, test } from './outbox-phone.ts'
import { kill, untilSaved, visit, visitAgenda } from './phone.ts'

const panel = 'storage-panel'
const text = '向张工询问储能成本的测算口径'

const part = (page: Page) => page.getByRole('region', { name: '我的笔记' })
const field = (page: Page) => part(page).getByRole('textbox')

async function openSession(page: Page): Promise<void> {
  await page.goto(`/agenda/${panel}`)
  await untilDrawn(page)
  await expect(part(page)).toBeVisible()
}

async function write(page: Page, words: string): Promise<void> {
  await part(page)
    .getByRole('button', { name: /写笔记|修改/ })
    .click()
  await field(page).fill(words)
  await part(page).getByRole('button', { name: '保存笔记' }).click()
}

test('a note of a hall without network survives the end of the app, is one row, and goes with its person [96]', async ({
  page,
  context,
  forum,
  person,
}) => {
  await visitAgenda(page)
  await signInAs(page, person)
  await openSession(page)
  await part(page).getByRole('button', { name: '写笔记' }).click()
  await field(page).fill(text)
  await expect(part(page).getByText('已输入的内容保存在本机。')).toBeVisible()
  await context.setOffline(true)
  await page.reload()
  await expect(field(page)).toHaveValue(text)
  await part(page).getByRole('button', { name: '保存笔记' }).click()
  await expect(saved(page)).toBeVisible()
  await kill(page)
  await context.setOffline(false)

  const next = await context.newPage()
  await visit(next, '/')
  await signInAs(next, person)
  await next.goto('/user/notes')
  await expect(next.getByText(text)).toBeVisible()
  await expect
    .poll(async () => (await ownRows(forum, 'notes', person)).map((row) => row['text']))
    .toEqual([text])
  await openSession(next)
  await write(next, '已询问')
  await expect
    .poll(async () => (await ownRows(forum, 'notes', person)).map((row) => row['text']))
    .toEqual(['已询问'])
  await next.reload()
  await expect(part(next).getByText('已询问')).toBeVisible()
  await untilSaved(next, 'own')

  await context.setOffline(true)
  await next.goto('/user/notes')
  await expect(next.getByText('已询问')).toBeVisible()
  await context.setOffline(false)
  await next.goto('/user/center')
  await next.getByRole('button', { name: '退出登录' }).click()
  await expect(next).toHaveURL(/:\d+\/$/)
  await expect.poll(() => dump(next)).not.toMatch(/已询问|储能成本的测算|"notes"/)
  await next.goto(`/agenda/${panel}`)
  await untilDrawn(next)
  await expect(part(next)).toHaveCount(0)
})

test(
  'a note that another device wrote first stands beside this one, and one of them is kept [96]',
  full('note-state.test.ts proves it'),
  async ({ page, context, forum, person }) => {
    const { token } = person
    await visitAgenda(page)
    await signInAs(page, person)
    await openSession(page)
    await context.setOffline(true)
    await write(page, '这台手机')
    await expect(saved(page)).toBeVisible()
    await callForum(forum, '/front/post/notes', { token, body: { session: panel, text: '另一台设备' } })
    await context.setOffline(false)
    await openSession(page)
    await expect(field(page)).toHaveValue('这台手机')
    await expect(part(page).getByText('另一台设备', { exact: true })).toBeVisible()
    await part(page).getByRole('button', { name: '保存笔记' }).click()
    await expect
      .poll(async () => (await ownRows(forum, 'notes', person)).map((row) => row['text']))
      .toEqual(['这台手机'])

    await part(page).getByRole('button', { name: '删除' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await expect.poll(() => ownRows(forum, 'notes', person)).toEqual([])
    await expect(part(page).getByRole('button', { name: '写笔记' })).toBeVisible()
  },
)

test(
  'a note that a phone keeps nothing of and the forum refused stays in its form, with the reason',
  full('unkept.test.ts proves it'),
  async ({ page, context, network, forum, person }) => {
    await keepNothing(context)
    await visit(page, '/')
    await signInAs(page, person)
    await openSession(page)
    network.fail(/post\/notes/, { kind: 'refused', status: 403, key: 'permission.not_approved' })
    await write(page, '无处可存的笔记')
    await expect(part(page).getByText('主办方系统未接受这项内容')).toBeVisible()
    await expect(field(page)).toHaveValue('无处可存的笔记')
    network.mend()
    await part(page).getByRole('button', { name: '保存笔记' }).click()
    await expect
      .poll(async () => (await ownRows(forum, 'notes', person)).map((row) => row['text']))
      .toEqual(['无处可存的笔记'])
  },
)

import type { Page } from '@playwright/test'
import { paths } from '../../contract/calls.ts'
import type { ListData } from '../../contract/envelope.ts'
import { organiserPassword, type ForumProcess } from '../support/forum-process.ts'
import { expect, goOffline, untilSaved, visit } from './phone.ts'
import { test } from './own-forum.ts'

interface Row {
  id: string
  no: string
  version: number
  title: { 'zh-CN': string }
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

async function ask<Data>(forum: ForumProcess, path: string, body?: object, token = ''): Promise<Data> {
  const answer = await fetch(`${forum.url}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { code, data } = (await answer.json()) as { code: number; data: Data }
  expect({ path, code }).toEqual({ path, code: 200 })
  return data
}

/** Takes an article back, as an organiser does. */
async function withdraw(forum: ForumProcess, no: string): Promise<void> {
  const login = { login_name: 'organiser', login_pwd: organiserPassword }
  const { token } = await ask<{ token: string }>(forum, paths.login, login)
  const { row } = await ask<{ row: Row }>(forum, paths.article(no))
  const change = { id: row.id, version: row.version, status: 'draft' }
  await ask(forum, paths.edit('informations'), change, token)
}

/** Waits until the newest articles lie on this device, which is noted with what is kept over starts. */
async function untilNewestAreKept(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => Object.values(localStorage).some((text) => String(text).includes('newest'))),
    )
    .toBe(true)
}

test('after the list of news was opened once, the newest thirty can be read without network [34]', async ({
  page,
  ownForum,
  network,
  conduct,
}) => {
  await ownForum.forum(['load-sample', '--articles', '15'])
  network.handTo(ownForum.url)
  const { items } = await ask<ListData<Row>>(ownForum, `${paths.list('informations')}?size=31`)
  const [last, beyond] = items.slice(29)
  await visit(page, '/news')
  await untilNewestAreKept(page)
  await goOffline(page)

  await page.goto(`/article/view/${last?.no}`)
  await expect(heading(page, last?.title['zh-CN'] ?? '')).toBeVisible()
  await expect(page.getByRole('article').locator('p').last()).not.toBeEmpty()
  await expect(page.getByText(/离线，数据截至 .*\d\d:\d\d/)).toBeVisible()
  await page.getByRole('link', { name: /上一篇/ }).click()
  await expect(heading(page, items[28]?.title['zh-CN'] ?? '')).toBeVisible()

  await page.goto(`/article/view/${beyond?.no}`)
  await expect(page.getByText('当前没有网络')).toBeVisible()
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

test('who saves data fetches no more than what is opened', async ({ page, context }) => {
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } })
  })
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('body') && asked.push(request.url()))
  await visit(page, '/news')
  await page.locator('main a[href="/article/view/20230905"]').click()
  await expect(heading(page, '论坛在苏州开幕')).toBeVisible()
  await page.goBack()
  await goOffline(page)
  await page.goto('/article/view/20230905')
  await expect(heading(page, '论坛在苏州开幕')).toBeVisible()
  await page.goto('/article/view/20230903')
  // The list knows its title; its text is not there.
  await expect(page.getByText('当前没有网络')).toBeVisible()
  expect(asked).toEqual([])
})

test('an article that was withdrawn after it was read is told to be, with and without network [34]', async ({
  page,
  context,
  ownForum,
}) => {
  await visit(page, '/article/view/20230905')
  await expect(heading(page, '论坛在苏州开幕')).toBeVisible()
  await untilNewestAreKept(page)
  await withdraw(ownForum, '20230905')
  await page.reload()
  await expect(heading(page, '这篇文章已撤下')).toBeVisible()
  await expect(page.getByText('来自政府、企业')).toHaveCount(0)
  await goOffline(page)
  await page.goto('/article/view/20230905')
  await expect(heading(page, '这篇文章已撤下')).toBeVisible()
  await context.setOffline(false)
})

test('an article withdrawn while a slow network lets the kept text come first is taken away when the answer comes [34]', async ({
  page,
  ownForum,
  network,
}) => {
  await visit(page, '/article/view/20230905')
  await expect(heading(page, '论坛在苏州开幕')).toBeVisible()
  await untilNewestAreKept(page)
  await withdraw(ownForum, '20230905')
  network.fail(/\/front\/article\//, { kind: 'slow', ms: 4000 })
  await page.reload()
  await expect(heading(page, '论坛在苏州开幕')).toBeVisible()
  await expect(heading(page, '这篇文章已撤下')).toBeVisible()
})

test('a category that was never opened shows without network what the list of news has of it [32]', async ({
  page,
}) => {
  await visit(page, '/news')
  await untilSaved(page, 'informations')
  await untilSaved(page, 'cmsCategories')
  await goOffline(page)
  await page.goto('/article/category/c-notice')
  await expect(heading(page, '通知公告')).toBeVisible()
  await expect(page.getByText('仅显示本机已有的该栏目内容')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /第一轮通知/ })).toBeVisible()
  await page.goto('/article/category/c-materials')
  await expect(page.getByText('当前没有网络')).toBeVisible()
})

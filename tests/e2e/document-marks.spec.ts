import type { APIRequestContext, Page } from '@playwright/test'
import { test as base, expect } from '../support/e2e.ts'
import { organiserPassword, startForum, type ForumProcess } from '../support/forum-process.ts'

/** A forum of this file's own: what is starred and deleted here must not be seen elsewhere. */
const test = base.extend<object, { forum: ForumProcess }>({
  forum: [
    async ({}, use) => {
      const forum = await startForum()
      await use(forum)
      await forum.stop()
    },
    { scope: 'worker' },
  ],
})

const cardsOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })

/** Signs in by the call, and answers what asks with that person's rights. */
async function signIn(page: Page, request: APIRequestContext) {
  const answer = await request.post('/api/front/user/login', {
    data: { login_name: 'organiser', login_pwd: organiserPassword },
  })
  const { data } = (await answer.json()) as { data: { token: string } }
  await page.goto('/install')
  await page.evaluate((token) => sessionStorage.setItem('token', token), data.token)
  return (path: string, body: object) =>
    request.post(`/api/front/${path}`, { data: body, headers: { authorization: data.token } })
}

/** What a page asks of the person's history. */
function watchHistory(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const deed = pathname.split('/operateHistory/has/')[1]
    if (deed) asked.push(`${deed} ${searchParams.get('module')} ${searchParams.get('id')}`)
  })
  return asked
}

test('marks of a person are those of the account, asked once for each document and deed [221]', async ({
  page,
  request,
}) => {
  const call = await signIn(page, request)
  await call('post/favourites', { item_module: 'documents', item_id: 'd-D003' })
  const asked = watchHistory(page)
  await page.goto('/download')
  const starred = page.getByRole('button', { name: '取消收藏 场馆示意图' })
  // Hot, so that it stands in both lists.
  await expect(starred).toHaveCount(2)
  await expect.poll(() => asked.length).toBe(24)
  expect(new Set(asked).size).toBe(24)
  expect(asked).toContain('favourite documents d-D003')
  expect(asked).toContain('download documents d-D003')

  await starred.first().click()
  await expect(page.getByRole('button', { name: '收藏 场馆示意图', exact: true })).toHaveCount(2)
  const coming = page.waitForEvent('download')
  await cardsOf(page, '场馆示意图').last().getByRole('button', { name: '下载' }).click()
  await coming
  await expect(cardsOf(page, '场馆示意图').getByText('已下载')).toHaveCount(2)
  expect(asked).toHaveLength(24)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('operateHistory')

  await page.reload()
  await expect(cardsOf(page, '场馆示意图').getByText('已下载')).toHaveCount(2)
  await expect(page.getByRole('button', { name: '收藏 场馆示意图', exact: true })).toHaveCount(2)
})

test('a document whose file is gone says so on its card [219]', async ({ page, request }) => {
  const call = await signIn(page, request)
  await page.goto('/download')
  const card = cardsOf(page, '赞助方案')
  await expect(card).toBeVisible()
  expect((await call('delete/documents', { id: 'd-D009' })).ok()).toBe(true)
  await card.getByRole('button', { name: '下载' }).click()
  await expect(card.getByText('这份资料的文件已撤下或暂不可用。')).toBeVisible()
  await expect(card.getByRole('button', { name: '下载' })).toHaveCount(0)
})

test('languages are offered once there are several', async ({ page, request, browser, forum }) => {
  const call = await signIn(page, request)
  await page.goto('/download')
  await expect(page.getByRole('combobox', { name: '按类型筛选' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: '按语言筛选' })).toHaveCount(0)
  expect((await call('edit/documents', { id: 'd-D008', language: 'en' })).ok()).toBe(true)
  // Another visitor: this one's list counts as fresh for minutes.
  const visitor = await browser.newPage()
  const languages = visitor.getByRole('combobox', { name: '按语言筛选' })
  // A page is put together anew once a second at most.
  const pageText = async () =>
    (await request.get(`${forum.url}/download`, { headers: { accept: 'text/html' } })).text()
  await expect.poll(pageText).toContain('"language":"en"')
  await visitor.goto(`${forum.url}/download`)
  await languages.selectOption('英文')
  const titles = visitor.getByRole('region', { name: '全部资料' }).getByRole('heading', { level: 3 })
  await expect(titles).toHaveText(['媒体资料包'])
  await visitor.close()
})

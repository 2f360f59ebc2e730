import type { Locator, Page } from '@playwright/test'
import { openConsole } from '../support/console.ts'
import type { ForumProcess } from '../support/forum-process.ts'
import { addApplicant, callForum, organiserToken, register } from '../support/people.ts'
import { test } from './own-forum.ts'
import { expect, goOffline } from './phone.ts'

test.use({ viewport: { width: 1180, height: 820 }, isMobile: false })

const waits = 'status:in:submitted|under_review'
const counter = (page: Page) => page.locator('main header output').first()
const decision = (page: Page, name: string) =>
  page.locator('main footer').getByRole('button', { name, exact: true })
const picture = (page: Page) => page.locator('main figure img')

/** What the server holds of the registrations, by their states. */
async function states(forum: ForumProcess, token: string): Promise<string[]> {
  const path = '/front/query/registrations/all?size=100&fields=status'
  const { items } = await callForum<{ items: { status: string }[] }>(forum, path, { token })
  return items.map(({ status }) => status).toSorted()
}

const count = (all: readonly string[], state: string) => all.filter((one) => one === state).length

test('ten registrations are reviewed by thumb: one touch each, the next one ready, the last one taken back', async ({
  page,
  ownForum,
}) => {
  test.setTimeout(120_000)
  const token = await organiserToken(ownForum)
  for (let more = 0; more < 8; more += 1) await register(ownForum, await addApplicant(ownForum))
  const before = await states(ownForum, token)
  let touches = 0
  const touch = async (where: Locator) => {
    touches += 1
    // No thumb lands twice on one spot; two quick touches there would count as one that trembled.
    await where.tap({ position: { x: touches % 2 === 0 ? 24 : 96, y: 24 } })
  }
  const revealed: { id: string; reason: string }[] = []
  page.on('request', (request) => {
    if (request.url().includes('/front/reveal/'))
      revealed.push(request.postDataJSON() as (typeof revealed)[0])
  })
  await openConsole(page)
  const card = page.getByRole('listitem').filter({ hasText: '待审核的参会报名' })
  await card.getByRole('link', { name: '逐条处理' }).tap()
  await expect(counter(page)).toHaveText('第 1 条，共 10 条')
  await expect(page.getByText('已逾期')).toBeVisible()
  await page.getByRole('button', { name: '显示照片' }).tap()
  // As large as the tablet, while the keys decide nothing behind it.
  const enlarge = page.getByRole('button', { name: /^放大查看/ })
  const large = page.getByRole('dialog').getByRole('img')
  await enlarge.tap()
  await expect(large).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('1')
  await large.tap()
  await expect(large).toHaveCount(0)
  await enlarge.focus()
  await page.keyboard.press('Enter')
  await expect(large).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(large).toHaveCount(0)
  await expect(enlarge).toBeFocused()
  for (const place of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await expect(counter(page)).toHaveText(`第 ${place} 条，共 10 条`)
    await expect(picture(page)).toBeVisible()
    if (place === 3) {
      // A hand that trembles: its second touch is none.
      touches += 1
      await decision(page, '通过').dblclick()
    } else await touch(decision(page, '通过'))
  }
  // The eighth was a slip of the thumb.
  await page.locator('main footer').getByRole('button', { name: '撤销' }).tap()
  await expect(counter(page)).toHaveText('第 8 条，共 10 条')
  await touch(decision(page, '要求补充材料'))
  const ask = page.getByRole('dialog', { name: '要求补充材料' })
  await ask.getByRole('textbox').first().fill('请补充单位证明。')
  await ask.getByRole('textbox').last().fill('Please add a letter of your company.')
  await ask.getByRole('button', { name: '要求补充材料' }).tap()
  await expect(counter(page)).toHaveText('第 9 条，共 10 条')
  await touch(decision(page, '不通过'))
  const decline = page.getByRole('dialog', { name: '不通过' })
  await decline.getByRole('button', { name: '不通过' }).tap()
  await expect(decline.getByText(/审核意见/).first()).toBeVisible()
  await decline.getByRole('textbox').first().fill('不符合参会条件。')
  await decline.getByRole('textbox').last().fill('This forum is for the trade.')
  await decline.getByRole('button', { name: '不通过' }).tap()
  await expect(counter(page)).toHaveText('第 10 条，共 10 条')
  await touch(decision(page, '通过'))
  await expect(page.getByRole('heading', { name: '全部处理完毕' })).toBeVisible()
  // Ten decisions, and the one that was taken back.
  expect(touches).toBe(11)
  await expect
    .poll(async () => count(await states(ownForum, token), 'approved'), { timeout: 30_000 })
    .toBe(count(before, 'approved') + 8)
  // Each had its way back at the desk, for as long as it was held back: the bar does not offer it once more.
  await expect(page.getByText('通过 · ')).toHaveCount(0)
  const after = await states(ownForum, token)
  expect(count(after, 'more_info')).toBe(count(before, 'more_info') + 1)
  expect(count(after, 'declined')).toBe(count(before, 'declined') + 1)
  expect(count(after, 'submitted') + count(after, 'under_review')).toBe(0)
  // Each picture was asked for once, with the reason that was given once.
  expect(new Set(revealed.map(({ id }) => id)).size).toBe(10)
  expect(revealed).toHaveLength(10)
  expect(new Set(revealed.map(({ reason }) => reason))).toEqual(new Set(['审核所提交的材料']))
})

test('by keys, without network, and against somebody else: what was not taken comes back to the queue', async ({
  page,
  ownForum,
}) => {
  await page.setViewportSize({ width: 820, height: 1180 })
  await openConsole(page, `/registrations?filters=${waits}&desk=review`)
  await expect(counter(page)).toHaveText('第 1 条，共 2 条')
  await page.keyboard.press('ArrowRight')
  await expect(counter(page)).toHaveText('第 2 条，共 2 条')
  await page.keyboard.press('ArrowLeft')
  await expect(counter(page)).toHaveText('第 1 条，共 2 条')
  await page.getByRole('button', { name: '快捷键' }).click()
  await expect(page.getByRole('dialog', { name: '快捷键' })).toContainText('3通过')
  await page.keyboard.press('Escape')
  await expect(page.getByText('审核中', { exact: true }).first()).toBeVisible()
  const token = await organiserToken(ownForum)
  const name = await page.locator('main article h2').innerText()
  const { items } = await callForum<{ items: { id: string; realname: string }[] }>(
    ownForum,
    `/front/query/registrations/all?filters=${waits}`,
    { token },
  )
  const first = items.find(({ realname }) => name.startsWith(realname))
  await goOffline(page)
  await page.keyboard.press('3')
  await expect(counter(page)).toHaveText('第 2 条，共 2 条')
  const reason = { 'zh-CN': '重复报名。', en: 'Registered twice.' }
  await callForum(ownForum, '/front/action/registrations/decline', {
    token,
    body: { id: first?.id, review_reason: reason },
  })
  await page.context().setOffline(false)
  await expect(page.getByText('有 1 条未被接受')).toBeVisible({ timeout: 30_000 })
  await page.locator('main footer').getByRole('button', { name: '查看' }).click()
  await expect(page.locator('main article h2')).toHaveText(name)
  await expect(page.getByRole('cell', { name: '未通过' })).toBeVisible()
  expect((await states(ownForum, token)).filter((state) => state === 'declined').length).toBeGreaterThan(0)
})

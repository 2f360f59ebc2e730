import { full } from '../support/marks.ts'
import { openConsole } from '../support/console.ts'
import { counter, countStates, decision, enlargePhoto } from '../support/console-desk.ts'
import { callForum, organiserToken } from '../support/people.ts'
import { test } from './own-forum.ts'
import { expect, goOffline } from './phone.ts'

test.use({ viewport: { width: 820, height: 1180 }, isMobile: false })

const waits = 'status:in:submitted|under_review'

test('by keys, without network, and against somebody else: what was not taken comes back to the queue [135]', async ({
  page,
  ownForum,
}) => {
  await openConsole(page, `/registrations?filters=${waits}&desk=review`)
  await expect(counter(page)).toHaveText('第 1 条，共 2 条')
  await page.getByRole('button', { name: '显示照片' }).tap()
  await enlargePhoto(page)
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
  expect((await countStates(ownForum, token))['declined']).toBeGreaterThan(0)
})

test(
  'a hand that trembles decides on one record, not on two',
  full('console-desk.test.tsx proves it'),
  async ({ page, ownForum }) => {
    const token = await organiserToken(ownForum)
    const before = await countStates(ownForum, token)
    await openConsole(page, `/registrations?filters=${waits}&desk=review`)
    await expect(counter(page)).toHaveText('第 1 条，共 2 条')
    await decision(page, '通过').dblclick()
    await expect(counter(page)).toHaveText('第 2 条，共 2 条')
    await expect
      .poll(async () => (await countStates(ownForum, token))['approved'], { timeout: 30_000 })
      .toBe((before['approved'] ?? 0) + 1)
    await expect(counter(page)).toHaveText('第 2 条，共 2 条')
  },
)

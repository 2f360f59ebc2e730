import { drawnRows, openConsole } from '../support/console.ts'
import { expect, test } from '../support/e2e.ts'
import { addMobilePerson } from '../support/mobile-person.ts'
import { nextCode } from '../support/outgoing.ts'
import { addParticipant, callForum, decide, openAs, organiserToken } from '../support/people.ts'

test('staff sign in by a code where they wanted to work, and read there who they are [251, 252] @tablet', async ({
  page,
  forum,
}) => {
  const { id, mobile } = await addMobilePerson(forum)
  await decide(forum, 'users', 'set_role', { id }, { role: 'staff' })
  const token = await organiserToken(forum)
  await callForum(forum, '/front/edit/users', { token, body: { id, display_name: '周敏', grants: ['qa'] } })
  await page.goto('/console/qa')
  await page.getByRole('button', { name: '验证码登录' }).tap()
  await page.getByLabel('手机号').fill(mobile)
  await page.getByRole('button', { name: '获取验证码' }).tap()
  await expect(page.getByRole('button', { name: /秒后重发$/ })).toBeDisabled()
  const code = await nextCode(forum.dataDir, `+86${mobile}`)
  await page.getByLabel('验证码', { exact: true }).pressSequentially(code)
  await expect(drawnRows(page).first()).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/console/qa')
  await page.getByRole('button', { name: '周敏' }).tap()
  const account = page.getByRole('dialog', { name: '账号' })
  await expect(account.getByText('周敏')).toBeVisible()
  await expect(account.getByText('工作人员')).toBeVisible()
})

test('an organiser at the console and a participant in another tab do not take each other’s place [314] @tablet', async ({
  page,
  context,
  forum,
}) => {
  await openConsole(page, '/qa')
  await expect(drawnRows(page).first()).toBeVisible()
  const other = await context.newPage()
  await openAs(other, await addParticipant(forum))
  await other.goto('/user/travel')
  await expect(other.getByRole('button', { name: '提交行程信息' })).toBeVisible()
  for (const tab of [page, other]) await tab.reload()
  await expect(page.getByRole('button', { name: 'organiser' })).toBeVisible()
  await expect(drawnRows(page).first()).toBeVisible()
  await expect(other.getByRole('button', { name: '提交行程信息' })).toBeVisible()
  const userOf = (tab: typeof page) =>
    tab.evaluate(() => JSON.parse(sessionStorage.getItem('user') ?? '{}') as { role?: string })
  expect([(await userOf(page)).role, (await userOf(other)).role]).toEqual(['organiser', 'participant'])
})

for (const [held, viewport] of [
  ['across', { width: 1180, height: 820 }],
  ['upright', { width: 820, height: 1180 }],
] as const) {
  test(`a tablet held ${held} leads by touch from a list to a record, into its form and back [254] @tablet`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await openConsole(page, '/speakers')
    const first = drawnRows(page).first()
    const [name = ''] = (await first.getByRole('link').innerText()).trim().split('\n')
    await first.getByRole('link').tap()
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    // List and record stand side by side where there is room for both.
    await expect(first).toBeVisible({ visible: held === 'across' })
    await page.getByRole('link', { name: '编辑' }).tap()
    await expect(page.getByRole('button', { name: '保存' })).toBeInViewport()
    await page.goBack()
    await page.getByRole('link', { name: '返回列表' }).tap()
    await expect(first).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
  })
}

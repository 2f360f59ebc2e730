import type { Page } from '@playwright/test'
import { drawnRows, openConsole } from '../support/console.ts'
import { expect, test } from '../support/e2e.ts'
import { organiserPassword, type ForumProcess } from '../support/forum-process.ts'
import { callForum, organiserToken, type AnsweredRow } from '../support/people.ts'

const password = 'quiet-harbour-91'

/** Settings that are not public are told to who asks for drafts. */
function draftsOf(module: string): string {
  return module === 'settings' ? '&drafts=1' : ''
}

/** Rows of a module as the server has them, by one filter. */
async function rowsOf(forum: ForumProcess, module: string, filters: string): Promise<AnsweredRow[]> {
  const token = await organiserToken(forum)
  const path = `/front/query/${module}/all?filters=${filters}&size=100${draftsOf(module)}`
  return (await callForum<{ items: AnsweredRow[] }>(forum, path, { token })).items
}

async function rowOf(forum: ForumProcess, module: string, filters: string): Promise<AnsweredRow> {
  const [row] = await rowsOf(forum, module, filters)
  if (!row) throw new Error(`there is no ${module} with ${filters}`)
  const token = await organiserToken(forum)
  return callForum(forum, `/front/query/${module}/${row.id}?${draftsOf(module)}`, { token })
}

async function signIn(forum: ForumProcess, login_name: string): Promise<string> {
  const body = { login_name, login_pwd: password }
  return (await callForum<{ token: string }>(forum, '/front/user/login', { body })).token
}

/** Whether a token is good. */
async function isSignedIn(forum: ForumProcess, token: string): Promise<boolean> {
  const answer = await fetch(`${forum.url}/api/front/user/current`, { headers: { authorization: token } })
  return answer.status === 200
}

/** The bodies that the page sends to a call. */
function bodiesTo(page: Page, path: string): unknown[] {
  const bodies: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(path)) bodies.push(request.postDataJSON())
  })
  return bodies
}

test('a member of staff is made, let into a module by the matrix, and nothing but that is sent [S1] @tablet', async ({
  page,
  forum,
  conduct,
}) => {
  const login = `desk-${Date.now()}`
  const edits = bodiesTo(page, '/front/edit/users')
  await openConsole(page, '/users')
  await page.getByRole('link', { name: '新建' }).click()
  await page.getByLabel('姓名').fill('王小明')
  await page.getByLabel('登录名').fill(login)
  await page.getByRole('button', { name: '保存' }).click()
  await expect.poll(() => rowsOf(forum, 'users', `login_name:eq:${login}`)).toHaveLength(1)
  const made = await rowOf(forum, 'users', `login_name:eq:${login}`)
  expect(made).toMatchObject({ display_name: '王小明', role: 'staff', is_administrator: false })
  await page.goto(`/console/users/${made.id}/edit`)
  const matrix = page.getByRole('group', { name: /授权模块/ })
  await expect(matrix.getByText('已授权 0 / ')).toBeVisible()
  // Who is let into it may do all of this there, and what cannot be granted is not offered.
  const questions = matrix.getByRole('row', { name: /^问答/ })
  await expect(questions.getByRole('cell', { name: '授权后可以' })).not.toHaveCount(0)
  await expect(matrix.getByRole('switch', { name: /审计日志|账号与授权/ })).toHaveCount(0)
  await questions.getByText('问答').tap()
  await expect(questions.getByRole('switch')).toBeChecked()
  await expect(questions.getByRole('cell', { name: '可以', exact: true })).not.toHaveCount(0)
  await page.getByRole('button', { name: '保存' }).click()
  await expect
    .poll(async () => (await rowOf(forum, 'users', `login_name:eq:${login}`))['grants'])
    .toEqual(['qa'])
  expect(edits).toEqual([{ id: made.id, version: made.version, grants: ['qa'] }])
  await page.goto(`/console/users/${made.id}`)
  await expect(page.getByRole('definition').filter({ hasText: /^问答$/ })).toBeVisible()
  // Nothing of accounts is in a search; in their list they are found by a piece of name and login all the same.
  await page.goto('/console/users')
  await page.getByRole('searchbox', { name: '搜索' }).fill(`小明 ${login.toUpperCase().slice(2)}`)
  await expect(drawnRows(page)).toHaveCount(1)
  await expect(drawnRows(page)).toContainText(login)
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

test('somebody’s sign-ins are ended one by one and all at once, and what is offered is what can be done [S1] @tablet', async ({
  page,
  forum,
}) => {
  const login = `guest-${Date.now()}`
  await forum.forum(['user', 'add', '--role', 'participant', '--login', login], `${password}\n`)
  const tokens = [await signIn(forum, login), await signIn(forum, login), await signIn(forum, login)]
  const { id } = await rowOf(forum, 'users', `login_name:eq:${login}`)
  const good = () => Promise.all(tokens.map((token) => isSignedIn(forum, token)))
  await openConsole(page, `/users/${id}`)
  const panel = page.getByRole('region', { name: '登录会话' })
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  await panel.getByRole('listitem').getByRole('button').first().tap()
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  expect((await good()).filter(Boolean)).toHaveLength(2)
  await panel.getByRole('button', { name: '结束全部登录' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: '结束全部登录' }).tap()
  await expect(panel.getByText('目前没有任何登录。')).toBeVisible()
  expect(await good()).toEqual([false, false, false])
  // What can be done is what can be done now.
  const block = page.getByRole('button', { name: '停用', exact: true })
  const unblock = page.getByRole('button', { name: '恢复', exact: true })
  await expect(block).toBeVisible()
  await expect(unblock).toHaveCount(0)
  // All of it stands in the log, which says who did it.
  const log = await rowsOf(forum, 'audit_log', `row_id:eq:${id}`)
  expect(log.map((row) => row['action'])).toEqual(expect.arrayContaining(['sign_in.ended']))
})

test('the log is filtered by who did what where, and tells what will be erased and when [S10] @tablet', async ({
  page,
}) => {
  await openConsole(page, '/audit_log')
  // Nothing is missing from a list that has not come.
  await expect(drawnRows(page).first()).toBeVisible()
  await expect(page.getByRole('link', { name: '新建' })).toHaveCount(0)
  await page.getByRole('button', { name: /^筛选/ }).tap()
  const sheet = page.getByRole('dialog', { name: '筛选' })
  await sheet.getByLabel('字段').selectOption({ label: '操作人' })
  await sheet.getByRole('searchbox').fill('organiser')
  await sheet.getByLabel('organiser', { exact: true }).check()
  await sheet.getByRole('button', { name: '应用' }).tap()
  await expect(page.getByRole('button', { name: '筛选（1）' })).toBeVisible()
  await expect(drawnRows(page).first()).toContainText('organiser')
  await expect(drawnRows(page).filter({ hasText: '登录' }).first()).toBeVisible()
  await drawnRows(page).first().getByRole('link').tap()
  await expect(page.getByRole('link', { name: '编辑' })).toHaveCount(0)
  await page.goto('/console/audit_log')
  await page.getByRole('button', { name: '到期清除预览' }).tap()
  const preview = page.getByRole('dialog', { name: '到期清除预览' })
  await expect(preview.getByText('现在到期', { exact: true })).toBeVisible()
  await expect(preview.getByRole('list', { name: '清除内容' })).toContainText('证件信息')
  await expect(preview.getByRole('list', { name: '清除内容' })).toContainText('仅清空：证件号码')
})

test('a setting is changed field by field, what is wrong is told there, and the rest of its value stays [S1] @tablet', async ({
  page,
  forum,
}) => {
  const named = 'name:eq:side_meeting_payment'
  const before = await rowOf(forum, 'settings', named)
  const value = before['value'] as Record<string, unknown>
  await openConsole(page, `/settings/${before.id}`)
  await expect(page.getByRole('definition').filter({ hasText: '附言前缀' })).toBeVisible()
  await page.getByRole('link', { name: '编辑' }).tap()
  const form = page.getByRole('form')
  const days = form.getByLabel('付款天数')
  await days.fill('400')
  await form.getByRole('group', { name: '收款账户' }).getByLabel('账号').fill('')
  await page.getByRole('button', { name: '保存' }).tap()
  await expect(days).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByRole('group', { name: '收款账户' }).getByLabel('账号')).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await days.fill('10')
  await form.getByRole('group', { name: '收款账户' }).getByLabel('账号').fill('6222 0000')
  await page.getByRole('button', { name: '保存' }).tap()
  const account = { ...(value['account'] as object), number: '6222 0000' }
  await expect
    .poll(async () => (await rowOf(forum, 'settings', named))['value'])
    .toEqual({ ...value, daysToPay: 10, account })
  // For the tests after this one.
  const token = await organiserToken(forum)
  await callForum(forum, '/front/edit/settings', { token, body: { id: before.id, value } })
})

test('an organiser changes the password from the console’s own sheet [253] @tablet', async ({
  page,
  forum,
}) => {
  const login = `chair-${Date.now()}`
  await forum.forum(['user', 'add', '--role', 'organiser', '--login', login], `${password}\n`)
  await page.goto('/user/login')
  await page.evaluate((text) => sessionStorage.setItem('token', text), await signIn(forum, login))
  await page.goto('/console')
  await page.getByRole('button', { name: login }).tap()
  await page.getByRole('link', { name: '修改密码' }).tap()
  await page.getByRole('textbox', { name: '原密码' }).fill(password)
  await page.getByLabel('新密码', { exact: true }).fill('steady-current-17')
  await page.getByLabel('再次输入新密码').fill('steady-current-17')
  await page.getByRole('button', { name: '保存新密码' }).tap()
  const sign = (login_pwd: string) =>
    callForum(forum, '/front/user/login', { body: { login_name: login, login_pwd } }).then(
      () => true,
      () => false,
    )
  await expect.poll(() => sign('steady-current-17')).toBe(true)
  expect(await sign(password)).toBe(false)
  expect(await sign(organiserPassword)).toBe(false)
})

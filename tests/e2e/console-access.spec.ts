import { callForum } from '../support/people.ts'
import { drawnRows, openConsole, signInWith } from '../support/console.ts'
import { expect, test } from '../support/e2e.ts'
import { readStored } from '../support/stored-text.ts'
import { organiserPassword, type ForumProcess } from '../support/forum-process.ts'

const password = 'quiet-harbour-91'

/** A member of staff who was granted one module, with the token of their sign-in. */
async function addStaff(forum: ForumProcess, module: string): Promise<string> {
  const login = `staff-${module}-${Date.now()}`
  await addUser(forum, login)
  await forum.forum(['user', 'role', '--role', 'staff', '--login', login])
  const token = await tokenOf(forum, 'organiser', organiserPassword)
  const { items } = await callForum<{ items: { id: string }[] }>(
    forum,
    `/front/query/users/all?filters=login_name:eq:${login}`,
    { token },
  )
  await callForum(forum, '/front/edit/users', {
    token,
    body: { id: items[0]?.id, grants: [module] },
  })
  return tokenOf(forum, login, password)
}

const addUser = (forum: ForumProcess, login: string) =>
  forum.forum(['user', 'add', '--role', 'participant', '--login', login], `${password}\n`)

async function tokenOf(forum: ForumProcess, login: string, secret: string): Promise<string> {
  const body = { login_name: login, login_pwd: secret }
  const { token } = await callForum<{ token: string }>(forum, '/front/user/login', { body })
  return token
}

test('who was granted one module sees that one: in the menu, by typed addresses, in what is asked [320] @tablet', async ({
  page,
  forum,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await signInWith(page, await addStaff(forum, 'qa'))
  asked.length = 0
  await page.goto('/console/qa')
  await expect(drawnRows(page).first()).toBeVisible()
  const menu = page.getByRole('navigation', { name: '模块' })
  await expect(menu.getByRole('link')).toHaveText(['今日待办', '问答'])
  for (const typed of [
    'registrations',
    'registrations/new',
    'users',
    'users/any/edit',
    'audit_log?filters=action:eq:sign_in',
    'outgoing_messages',
    'no_such_module',
  ]) {
    await page.goto(`/console/${typed}`)
    await expect(page.getByRole('heading', { name: '没有这个模块' })).toBeVisible()
  }
  expect(
    asked.filter((path) => /registrations|users|audit|outgoing/.test(path) && path.startsWith('/api/')),
  ).toEqual([])
  // Nothing of other modules lies on the device: no row, no metadata, not even their names in the menu's list.
  const stored = await readStored(page)
  expect(stored).toContain('qa')
  expect(stored).not.toMatch(/审计日志|账号与授权|console\/\w+\/(?!qa\b)|metadata:(?!qa\b)/)
})

test('on a shared tablet nothing of one person is left for the next [320] @tablet', async ({
  page,
  forum,
}) => {
  const token = await tokenOf(forum, 'organiser', organiserPassword)
  const path = '/front/query/registrations/all?size=100'
  const { items } = await callForum<{ items: Record<string, string>[] }>(forum, path, { token })
  const [{ realname = '', mobile = '' } = {}] = items
  expect([realname, mobile].every((text) => text.length > 3)).toBe(true)
  await openConsole(page, '/registrations')
  await drawnRows(page).filter({ hasText: realname }).first().getByRole('link').tap()
  await expect(page.getByRole('definition').filter({ hasText: mobile }).first()).toBeVisible()
  const ofOrganiser = [realname, mobile, 'registrations/', 'metadata:registrations', '审计日志']
  const before = await readStored(page)
  expect(before).toContain(realname)
  await page.getByRole('button', { name: 'organiser' }).tap()
  await page.getByRole('button', { name: '退出登录' }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => readStored(page)).not.toContain(realname)
  await signInWith(page, await addStaff(forum, 'qa'))
  await page.goto('/console')
  const menu = page.getByRole('navigation', { name: '模块' })
  await expect(menu.getByRole('link')).toHaveText(['今日待办', '问答'])
  const after = `${await readStored(page)}\n${await page.evaluate(readCaches)}`
  expect(ofOrganiser.filter((text) => after.includes(text))).toEqual([])
  // The way back leads into the new person's console, where the old one's record is not there.
  await page.goto('/console/registrations')
  await expect(page.getByRole('heading', { name: '没有这个模块' })).toBeVisible()
  await expect(page.getByText(realname)).toHaveCount(0)
})

/** Runs in the page: what the worker keeps of answers of the API. */
async function readCaches(): Promise<string> {
  const texts: string[] = []
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys())
      if (new URL(request.url).pathname.startsWith('/api/'))
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? '')
  }
  return texts.join('\n')
}

test('somebody who works in no module is led to the sign-in, and the way back does not lead into a circle [89, 100, T4] @tablet', async ({
  page,
  forum,
}) => {
  const login = `guest-${Date.now()}`
  await addUser(forum, login)
  const token = await tokenOf(forum, login, password)
  await signInWith(page, token)
  await page.goto('/console/registrations')
  await expect(page.getByRole('heading', { level: 1, name: '登录' })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('redirectUrl')).toBe('/console/registrations')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: '新闻' })).toBeVisible()
})

test('the modules are asked for after the person is known, and once [99, T10] @tablet', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await openConsole(page)
  await expect(
    page.getByRole('navigation', { name: '模块' }).getByRole('link', { name: '行程信息' }),
  ).toBeVisible()
  const employee = asked.indexOf('/api/front/employee/current')
  const modules = asked.indexOf('/api/modules')
  expect(employee).toBeGreaterThanOrEqual(0)
  expect(modules).toBeGreaterThan(employee)
  expect(asked.filter((path) => path === '/api/modules')).toHaveLength(1)
})

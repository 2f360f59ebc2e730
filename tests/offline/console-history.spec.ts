import { full } from '../support/marks.ts'
import type { Page } from '@playwright/test'
import { drawnRows, openConsole, signInWith } from '../support/console.ts'
import type { ForumProcess } from '../support/forum-process.ts'
import { callForum, organiserToken } from '../support/people.ts'
import { test } from './own-forum.ts'
import { expect } from './phone.ts'

test.use({ viewport: { width: 1180, height: 820 }, isMobile: false })

type Row = Record<string, unknown> & { id: string; version: number }

/** The forum as its first organiser calls it. */
async function asOrganiser(forum: ForumProcess) {
  const token = await organiserToken(forum)
  const get = <Data>(path: string) => callForum<Data>(forum, path, { token })
  return {
    get,
    post: <Data>(path: string, body: object) => callForum<Data>(forum, path, { token, body }),
    row: (module: string, id: string) => get<Row>(`/front/query/${module}/${id}?drafts=1`),
    total: async (module: string) =>
      (await get<{ total: number }>(`/front/query/${module}/all?size=1&drafts=1`)).total,
  }
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test(
  'what was changed is seen with both values, comes back, and is undone [234]',
  full('component tests prove the screens, API tests the calls'),
  async ({ page, ownForum }) => {
    const forum = await asOrganiser(ownForum)
    const { items } = await forum.get<{ items: Row[] }>('/front/query/rooms/all')
    const room = items[0]!
    const path = `/front/edit/rooms`
    await forum.post(path, { id: room.id, version: 1, name: { 'zh-CN': '旧厅', en: 'Old hall' } })
    await forum.post(path, { id: room.id, version: 2, name: { 'zh-CN': '新厅', en: 'New hall' } })

    await openConsole(page, `/rooms/${room.id}`)
    await expect(page.getByRole('heading', { level: 2, name: '新厅' })).toBeVisible()
    await button(page, '修改历史').click()
    const history = dialog(page, '修改历史')
    const newest = history.getByRole('listitem').first()
    await expect(newest).toContainText('organiser')
    await expect(newest).toContainText('当前版本')
    for (const value of ['旧厅', 'Old hall', '新厅', 'New hall']) await expect(newest).toContainText(value)
    await history
      .getByRole('button', { name: /恢复到此版本/ })
      .last()
      .click()
    const question = dialog(page, '恢复这个版本？')
    await expect(question).toContainText('新厅')
    await question.getByRole('button', { name: '恢复', exact: true }).click()
    const first = (room['name'] as { 'zh-CN': string })['zh-CN']
    await expect(page.getByRole('heading', { level: 2, name: first })).toBeVisible()
    expect(await forum.row('rooms', room.id)).toMatchObject({ version: 4, name: room['name'] })
    await button(page, '撤销').click()
    await expect(page.getByRole('heading', { level: 2, name: '新厅' })).toBeVisible()
    expect(await forum.row('rooms', room.id)).toMatchObject({ version: 5, name: { en: 'New hall' } })
  },
)

test(
  'a record is deleted and brought back; of several those that are in use stay, and stay chosen [235, 319]',
  full('component tests prove the screens, API tests the calls'),
  async ({ page, ownForum }) => {
    const forum = await asOrganiser(ownForum)
    const { items } = await forum.get<{ items: Row[] }>('/front/query/partners/all')
    const partner = items[0]!
    await openConsole(page, `/partners/${partner.id}`)
    await button(page, '删除').click()
    await dialog(page, '删除').getByRole('button', { name: '删除', exact: true }).click()
    await expect(page.getByRole('heading', { name: '该记录已删除' })).toBeVisible()
    await expect(forum.row('partners', partner.id)).rejects.toThrow('404')
    await page.reload()
    await button(page, '恢复该记录').click()
    await expect(page.getByRole('heading', { name: '该记录已删除' })).toHaveCount(0)
    expect((await forum.row('partners', partner.id)).id).toBe(partner.id)

    const [before, unused] = [await forum.total('rooms'), ['hall-a', 'hall-b']]
    for (const name of unused)
      await forum.post('/front/post/rooms', { name: { 'zh-CN': name, en: name }, position: 99 })
    await page.goto('/console/rooms')
    await button(page, '选择').click()
    await page.getByRole('button', { name: /^全选/ }).click()
    await button(page, '批量操作').click()
    await dialog(page, '批量操作').getByRole('button', { name: '删除' }).click()
    await dialog(page, '删除')
      .getByRole('button', { name: `删除（${before + unused.length}）` })
      .click()
    const outcome = dialog(page, '删除')
    await expect(outcome).toContainText('仍处于选中状态')
    await expect(outcome).toContainText('主会场')
    const after = await forum.total('rooms')
    expect(after).toBeLessThan(before + unused.length)
    await expect(outcome).toContainText(`已完成 ${before + unused.length - after} 条。`)
    await outcome.getByRole('button', { name: '完成' }).click()
    await expect(page.getByText(`已选 ${after} 条`)).toBeVisible()
    await button(page, '批量操作').click()
    await dialog(page, '批量操作').getByRole('button', { name: '删除' }).click()
    await dialog(page, '删除')
      .getByRole('button', { name: `删除（${after}）` })
      .click()
    await expect(outcome).toContainText('已完成 0 条。')
    expect(await forum.total('rooms')).toBe(after)
  },
)

test(
  'a masked value is shown for a reason, which is kept, and is gone on leaving [234]',
  full('component tests prove the screens, API tests the calls'),
  async ({ page, ownForum }) => {
    const forum = await asOrganiser(ownForum)
    await openConsole(page, '/registrations?filters=status:eq:submitted')
    await drawnRows(page).first().getByRole('link').click()
    await page.getByRole('button', { name: /查看.*证件号码/ }).click()
    const sheet = dialog(page, /^查看/)
    await sheet.getByLabel('原因').fill('看')
    await sheet.getByRole('button', { name: '查看', exact: true }).click()
    await expect(sheet.getByRole('alert')).toContainText('至少')
    await sheet.getByLabel('原因').fill('现场核对护照')
    await sheet.getByRole('button', { name: '查看', exact: true }).click()
    await expect(page.getByText(/^SAMPLE\d+/)).toBeVisible()
    const id = new URL(page.url()).pathname.split('/').at(-1)
    const log = await forum.get<{ items: Row[] }>('/front/query/audit_log/all?filters=action:eq:reveal')
    expect(log.items).toHaveLength(1)
    expect(log.items[0]).toMatchObject({ row_id: id })
    await page.getByRole('link', { name: '返回列表' }).click()
    await drawnRows(page).first().getByRole('link').click()
    await expect(page.getByRole('button', { name: /查看.*证件号码/ })).toBeVisible()
    await expect(page.getByText(/^SAMPLE\d+/)).toHaveCount(0)
  },
)

test(
  'a record that somebody deletes is told while it is open, and what is granted shows [227]',
  full('component tests prove the screens, API tests the calls'),
  async ({ page, ownForum }) => {
    const forum = await asOrganiser(ownForum)
    const login = 'helper-of-the-desk'
    const secret = 'quiet-harbour-91'
    await ownForum.forum(['user', 'add', '--role', 'participant', '--login', login], `${secret}\n`)
    await ownForum.forum(['user', 'role', '--role', 'staff', '--login', login])
    const { items } = await forum.get<{ items: Row[] }>(
      `/front/query/users/all?filters=login_name:eq:${login}`,
    )
    const grant = (grants: string[]) => forum.post('/front/edit/users', { id: items[0]?.id, grants })
    await grant(['partners', 'rooms'])
    const { token } = await callForum<{ token: string }>(ownForum, '/front/user/login', {
      body: { login_name: login, login_pwd: secret },
    })
    await signInWith(page, token)
    const partners = (await forum.get<{ items: Row[] }>('/front/query/partners/all')).items
    await page.goto(`/console/partners/${partners[0]?.id}`)
    await expect(page.locator('main dl').first()).toBeVisible()
    await forum.post('/front/delete/partners', { id: partners[0]?.id })
    await expect(page.getByRole('heading', { name: '该记录已删除' })).toBeVisible()
    // What is granted shows without a reload.
    const menu = page.getByRole('navigation', { name: '模块' }).getByRole('link')
    await expect(menu).toHaveText(['今日待办', '会场', '主办与合作单位'])
    await grant(['partners', 'rooms', 'tracks'])
    await forum.post('/front/delete/partners', { id: partners[1]?.id })
    await expect(menu).toHaveText(['今日待办', '分论坛', '会场', '主办与合作单位'])

    // A right that is taken ends the sign-in: that is told, and what was typed is there again for who comes back with it.
    const room = (await forum.get<{ items: Row[] }>('/front/query/rooms/all')).items[0]!
    await page.goto(`/console/rooms/${room.id}/edit`)
    const english = page.locator('main form input[lang="en"]').first()
    await english.fill('A hall that was not saved')
    await grant(['partners', 'tracks'])
    await forum.post('/front/delete/partners', { id: partners[2]?.id })
    await expect(page.getByText('您的登录已结束')).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
    await grant(['partners', 'rooms', 'tracks'])
    const again = await callForum<{ token: string }>(ownForum, '/front/user/login', {
      body: { login_name: login, login_pwd: secret },
    })
    await signInWith(page, again.token)
    await page.goto(`/console/rooms/${room.id}/edit`)
    await expect(english).toHaveValue('A hall that was not saved')
  },
)

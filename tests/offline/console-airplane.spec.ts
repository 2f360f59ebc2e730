import { randomUUID } from 'node:crypto'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { paths } from '../../contract/calls.ts'
import type { RevisionEntry } from '../../contract/row-calls.ts'
import { drawnRows } from '../support/console.ts'
import { organiserPassword, type ForumProcess } from '../support/forum-process.ts'
import { callForum, organiserToken, type AnsweredRow } from '../support/people.ts'
import { untilDrawn } from '../support/until-drawn.ts'
import { test } from './own-forum.ts'
import { expect, goOffline, kill, stopWorkers, visit } from './phone.ts'

test.use({ viewport: { width: 1180, height: 820 }, isMobile: false })

const edits = 30
/** Somebody else changes the same field of these meanwhile… */
const met = [3, 11, 19, 27]
/** …and another field of these. */
const besides = [5, 21]
/** Behind those that are edited stands one that is deleted here, and changed elsewhere. */
const deleted = edits
const tenMinutesMs = 600_000

const added = '断网新增'
const nameOf = (n: number) => `断网讲者 ${String(n).padStart(2, '0')}`
const list = `/console/speakers?filters=${encodeURIComponent('name:like:断网讲者')}`
const writes = /\/front\/(post|edit|delete)\/speakers/

const field = (page: Page, label: string) =>
  page
    .locator('form div')
    .filter({ has: page.locator('> [id$="-label"]', { hasText: new RegExp(`^${label}`) }) })
    .last()

/** The forum as its first organiser calls it, and one more organiser. */
async function withOrganisers(forum: ForumProcess) {
  const token = await organiserToken(forum)
  const login_name = `organiser-${randomUUID().slice(0, 8)}`
  const login_pwd = 'quiet-harbour-91'
  await forum.forum(['user', 'add', '--role', 'organiser', '--login', login_name], `${login_pwd}\n`)
  const other = await callForum<{ token: string }>(forum, '/front/user/login', {
    body: { login_name, login_pwd },
  })
  const rows: AnsweredRow[] = []
  for (let n = 0; n <= edits; n += 1) {
    const name = { 'zh-CN': nameOf(n), en: `Speaker ${n}` }
    const body = { name, organisation: { 'zh-CN': `原单位 ${n}`, en: `Before ${n}` } }
    rows.push(await callForum(forum, paths.post('speakers'), { token, body }))
  }
  const idOf = (n: number) => rows[n]?.id ?? ''
  return {
    named: async (name: string) => {
      const path = `${paths.list('speakers')}?filters=${encodeURIComponent(`name:eq:${name}`)}`
      return (await callForum<{ items: AnsweredRow[] }>(forum, path, { token })).items
    },
    rowOf: (n: number) => callForum<AnsweredRow>(forum, paths.detail('speakers', idOf(n)), { token }),
    writesOf: async (n: number) =>
      (await callForum<RevisionEntry[]>(forum, paths.revisions('speakers', idOf(n)), { token }))
        .toReversed()
        .map(({ deed, actor, fields }) => [
          deed,
          actor?.name === 'organiser' ? 'here' : 'elsewhere',
          ...fields,
        ]),
    changeElsewhere: (n: number, change: object) =>
      callForum(forum, paths.edit('speakers'), {
        token: other.token,
        body: { id: idOf(n), version: 1, ...change },
      }),
  }
}

/** Signs in by the form. An organiser's sign-in is kept on no device. */
async function signIn(page: Page): Promise<void> {
  await visit(page, '/')
  await page.goto('/user/login')
  await untilDrawn(page)
  await page.getByLabel('账号').fill('organiser')
  await page.getByLabel('密码').fill(organiserPassword)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: '用户中心' })).toBeVisible()
}

/** Touches a record in the list, wherever it stands in it. */
async function openRecord(page: Page, n: number): Promise<void> {
  const card = drawnRows(page)
    .filter({ hasText: nameOf(n) })
    .getByRole('link')
  const title = page.getByRole('heading', { level: 2, name: nameOf(n) })
  await expect(async () => {
    await drawnRows(page).first().hover()
    for (let turns = 0; turns < 12 && (await card.count()) === 0; turns += 1) {
      await page.mouse.wheel(0, turns < 6 ? 600 : -600)
      await page.waitForTimeout(50)
    }
    await card.click({ timeout: 2000 })
    await expect(title).toBeVisible({ timeout: 2000 })
  }).toPass()
}

/** Changes the organisation of a record in its form, without network. */
async function edit(page: Page, n: number): Promise<void> {
  await openRecord(page, n)
  await page.getByRole('link', { name: '编辑', exact: true }).click()
  await field(page, '单位').locator('input[lang="zh-CN"]').fill(`新单位 ${n}`)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('已保存在本机，将自动发送。')).toBeVisible()
  await page.getByRole('link', { name: '返回记录' }).click()
}

/** Makes a record in the form of a new one, without network. */
async function make(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: '新建', exact: true }).click()
  for (const language of ['zh-CN', 'en'])
    await field(page, '姓名').locator(`input[lang="${language}"]`).fill(name)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('已保存在本机，将自动发送。')).toBeVisible()
  await page.getByRole('link', { name: '返回列表' }).click()
}

/** Runs in the page. */
function setClockOn(ms: number): void {
  const now = Date.now
  Date.now = () => now() + ms
}

/** A window that the app did not have before, where its clock is ten minutes on. */
async function openWindow(context: BrowserContext): Promise<Page> {
  const next = await context.newPage()
  await next.addInitScript(setClockOn, tenMinutesMs)
  return next
}

/** The app goes on in another window, still without network; the one before ends without a word. */
async function moveOn(page: Page, context: BrowserContext): Promise<Page> {
  const next = await openWindow(context)
  // The other window hands its sign-in over, when it answers in time.
  await expect(async () => {
    await next.goto(list)
    await expect(drawnRows(next).first()).toBeVisible({ timeout: 5000 })
  }).toPass()
  await kill(page)
  await stopWorkers(next)
  return next
}

const inTray = (page: Page, n: number): Locator => page.getByRole('listitem', { name: new RegExp(nameOf(n)) })

test('ten minutes without network, thirty edits and a restart: each is done once, and what met waits for its person [295]', async ({
  page,
  context,
  network,
  ownForum,
}) => {
  test.setTimeout(300_000)
  const forum = await withOrganisers(ownForum)
  await signIn(page)
  await page.goto(list)
  // What was opened once is on the tablet, the parts of the console too.
  await page.getByRole('link', { name: '新建', exact: true }).click()
  await page.getByRole('link', { name: '返回列表' }).click()
  for (let n = 0; n <= edits; n += 1) await openRecord(page, n)
  await goOffline(page)
  network.mend()

  await make(page, added)
  for (let n = 0; n < edits / 2; n += 1) await edit(page, n)
  for (const n of met)
    await forum.changeElsewhere(n, { organisation: { 'zh-CN': `他处 ${n}`, en: `Elsewhere ${n}` } })
  const biography = { 'zh-CN': '他处的简介', en: 'From elsewhere' }
  for (const n of [...besides, deleted]) await forum.changeElsewhere(n, { biography })
  const next = await moveOn(page, context)
  for (let n = edits / 2; n < edits; n += 1) await edit(next, n)
  await openRecord(next, deleted)
  await next.getByRole('button', { name: '删除', exact: true }).click()
  await next.getByRole('dialog', { name: '删除' }).getByRole('button', { name: '删除', exact: true }).click()
  await expect(next.getByText('已保存在本机，将自动发送。')).toBeVisible()
  expect(network.heard().filter((call) => writes.test(call))).toEqual([])

  // The app ends. With the network its person signs in again; the first answers are lost on their way.
  await kill(next)
  network.fail(writes, { kind: 'commit-then-reset' })
  await context.setOffline(false)
  const last = await openWindow(context)
  await signIn(last)
  await last.goto('/user/outbox')
  await untilDrawn(last)
  const sendNow = last.getByRole('button', { name: '立即发送' })
  await sendNow.click()
  await expect.poll(() => network.heard().some((call) => writes.test(call))).toBe(true)
  network.mend()
  const waiting = last.getByRole('region', { name: '在本机等待' }).locator('> ul > li')
  await expect(async () => {
    await sendNow.click()
    await expect(waiting).toHaveCount(met.length + 1, { timeout: 5000 })
  }).toPass({ timeout: 60_000 })

  for (const n of met) {
    const row = inTray(last, n).getByRole('row', { name: /单位/ })
    await expect(row).toContainText(`新单位 ${n}`)
    await expect(row).toContainText(`他处 ${n}`)
  }
  await expect(inTray(last, deleted).getByRole('row', { name: /简介/ })).toContainText('他处的简介')
  const [mine, theirs, alsoMine, alsoTheirs] = met as [number, number, number, number]
  for (const n of [mine, alsoMine]) await inTray(last, n).getByRole('button', { name: '以我的为准' }).click()
  for (const n of [theirs, alsoTheirs])
    await inTray(last, n).getByRole('button', { name: '以现有的为准' }).click()
  await inTray(last, deleted).getByRole('button', { name: '不删除' }).click()
  await expect(waiting).toHaveCount(0)

  expect(await forum.named(added)).toHaveLength(1)
  const here = ['edit', 'here', 'organisation']
  const elsewhere = ['edit', 'elsewhere', 'organisation']
  const told = ['edit', 'elsewhere', 'biography']
  for (let n = 0; n <= edits; n += 1) {
    const isTheirs = n === theirs || n === alsoTheirs
    const isMine = n === mine || n === alsoMine
    const later = isMine
      ? [elsewhere, here]
      : isTheirs
        ? [elsewhere]
        : besides.includes(n)
          ? [told, here]
          : [here]
    const [, ...made] = await forum.writesOf(n)
    expect([n, made]).toEqual([n, n === deleted ? [told] : later])
    const organisation = { 'zh-CN': n === deleted ? `原单位 ${n}` : isTheirs ? `他处 ${n}` : `新单位 ${n}` }
    expect(await forum.rowOf(n)).toMatchObject({ organisation })
  }
})

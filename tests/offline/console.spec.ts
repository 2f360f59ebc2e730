import { randomUUID } from 'node:crypto'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { paths } from '../../contract/api.ts'
import { registrations } from '../../contract/modules/registrations.ts'
import { speakers } from '../../contract/modules/speakers.ts'
import type { RowRevisionInfo } from '../../contract/row-api.ts'
import { drawnRows } from '../support/console.ts'
import { organiserPassword, type ForumProcess } from '../support/forum-process.ts'
import { callForum, openAs, organiserToken, type AnsweredRow } from '../support/people.ts'
import { zh } from '../support/texts.ts'
import { goOffline, kill, stopWorkers, strip, untilTimeHasPassed } from './support/pages.ts'
import { addPerson, signInByForm } from './support/people.ts'
import { expect, test } from './support/phone.ts'
import { isOwnBodyStored } from './support/stored.ts'
import { saved } from './support/travel.ts'

test.use({ viewport: { width: 1180, height: 820 }, isMobile: false })

const writes = /\/front\/(post|edit|delete)\/speakers/

const button = (page: Page | Locator, key: string) => page.getByRole('button', { name: zh(key), exact: true })
const link = (page: Page, key: string) => page.getByRole('link', { name: zh(key), exact: true })
const labelOf = (action: 'approve' | 'decline') => registrations.actions?.[action]?.label['zh-CN'] ?? action

/** Which parts of the console, as the build lists them, the worker has not kept yet. */
const listMissingParts = (page: Page) =>
  page.evaluate(async () => {
    const worker = await (await fetch('/sw.js')).text()
    const [list = ''] = /\/assets\/console-files-[\w-]+\.json/.exec(worker) ?? []
    const parts = (await (await fetch(list)).json()) as string[]
    const kept = await (await caches.open('chunks')).keys()
    const addresses = kept.map(({ url }) => new URL(url).pathname)
    return parts.filter((part) => !addresses.includes(part))
  })

test('the console is kept from its first use: what was open is read without network, what is done waits and is done once [302]', async ({
  page,
  context,
  ownForum,
}) => {
  const token = await organiserToken(ownForum)
  await openAs(page, { token })
  await goOffline(page)
  await page.goto('/console')
  await expect(page.getByText(zh('common:loadFailure.offlineTitle'))).toBeVisible()
  await context.setOffline(false)
  await page.clock.install()
  await page.goto('/console/registrations?filters=status:eq:submitted')
  await drawnRows(page).first().getByRole('link').click()
  const approve = page.getByRole('button', { name: labelOf('approve'), exact: true })
  await expect(approve).toBeVisible()
  const id = page.url().split('/').at(-1)?.split('?')[0] ?? ''
  const findRow = () => callForum<AnsweredRow>(ownForum, paths.detail('registrations', id), { token })
  const before = await findRow()
  // The parts that were not used come after some seconds, one by one.
  await page.clock.runFor(10_000)
  await expect.poll(() => listMissingParts(page), { timeout: 30_000 }).toEqual([])

  await goOffline(page)
  await page.reload()
  await expect(approve).toBeVisible()
  await expect(strip(page)).toBeVisible()
  await link(page, 'console:record.back').click()
  await drawnRows(page).first().getByRole('link').click()
  // A form that was never opened with network is there without.
  await link(page, 'console:record.edit').click()
  await expect(button(page, 'console:form.save')).toBeVisible()
  await page.goBack()
  await approve.click()
  await expect(saved(page).first()).toBeVisible()
  await expect(approve).toHaveCount(0)
  expect(await findRow()).toMatchObject({ status: 'submitted' })
  await context.setOffline(false)
  // A hall of tablets finds the network at the same moment: each waits a little, at random.
  await untilTimeHasPassed(page, async () => expect(await findRow()).toMatchObject({ status: 'approved' }))
  expect((await findRow()).version).toBe(before.version + 1)
})

/**
 * How many rows are edited here. Then rows by what another organiser changes: the same field, twice; another field;
 * another field of the row that is deleted here.
 */
const [edits, mine, theirs, besides, deleted] = [4, 1, 2, 3, 4]

test('ten minutes without network, edits and a restart: each is done once, and what met waits for its person', async ({
  page,
  context,
  network,
  forum,
}) => {
  const rows = await makeSpeakers(forum, edits + 1)
  await signInByForm(page, { login: 'organiser', password: organiserPassword })
  await expect(page).toHaveURL(/\/user\/center$/)
  // What was opened once is on the tablet, the parts of the console too.
  await page.goto('/console/speakers')
  await expect(drawnRows(page).first()).toBeVisible()
  await link(page, 'console:list.new').click()
  await expect(button(page, 'console:form.save')).toBeVisible()
  for (let n = 0; n <= edits; n += 1) await rows.open(page, n)
  await rows.edit(page, 0, { isSaved: false })
  await goOffline(page)
  network.mend()

  await rows.create(page)
  for (let n = 0; n < edits / 2; n += 1) await rows.edit(page, n)
  for (const n of [mine, theirs]) await rows.changeElsewhere(n, { organisation: inBoth(`他处 ${n}`) })
  for (const n of [besides, deleted]) await rows.changeElsewhere(n, { biography: inBoth('他处的简介') })
  const next = await moveOn(page, context)
  for (let n = edits / 2; n < edits; n += 1) await rows.edit(next, n)
  await rows.open(next, deleted)
  await button(next, 'console:delete.button').click()
  await button(next.getByRole('dialog'), 'console:delete.button').click()
  await expect(saved(next)).toBeVisible()

  // The app ends. With the network its person signs in again; the first answers are lost on their way.
  const last = await openLater(context)
  await kill(next)
  network.fail(writes, { kind: 'commit-then-reset' })
  await context.setOffline(false)
  await signInByForm(last, { login: 'organiser', password: organiserPassword })
  await expect(last).toHaveURL(/\/user\/center$/)
  await last.goto('/user/outbox')
  const sendNow = button(last, 'outbox:sendNow')
  await sendNow.click()
  await expect.poll(() => network.heard().some((call) => writes.test(call))).toBe(true)
  network.mend()
  const waiting = last.getByRole('region', { name: zh('outbox:waiting') }).locator('> ul > li')
  await expect(async () => {
    await sendNow.click()
    await expect(waiting).toHaveCount(3, { timeout: 2000 })
  }).toPass()

  const inTray = (n: number) => last.getByRole('listitem', { name: new RegExp(rows.nameOf(n)) })
  for (const n of [mine, theirs]) {
    const values = inTray(n)
      .getByRole('row')
      .filter({ hasText: `新单位 ${n}` })
    await expect(values).toContainText(`他处 ${n}`)
    await button(inTray(n), `outbox:conflict.${n === mine ? 'keepMine' : 'takeTheirs'}`).click()
    // The rows below move up: an earlier click could hit the wrong row.
    await expect(waiting.filter({ hasText: rows.nameOf(n) })).toHaveCount(0)
  }
  await expect(inTray(deleted)).toContainText('他处的简介')
  await button(inTray(deleted), 'outbox:conflict.doNotDelete').click()
  await expect(waiting).toHaveCount(0)

  expect(await rows.findCreated()).toHaveLength(1)
  const here = ['edit', 'here', 'organisation']
  const elsewhere = ['edit', 'elsewhere', 'organisation']
  const other = ['edit', 'elsewhere', 'biography']
  const outcomes: [number, string[][], string][] = [
    [0, [here], '新单位'],
    [mine, [elsewhere, here], '新单位'],
    [theirs, [elsewhere], '他处'],
    [besides, [other, here], '新单位'],
    [deleted, [other], '原单位'],
  ]
  for (const [n, made, words] of outcomes) {
    expect([n, (await rows.listWrites(n)).slice(1)]).toEqual([n, made])
    expect(await rows.find(n)).toMatchObject({ organisation: { 'zh-CN': `${words} ${n}` } })
  }
})

const inBoth = (text: string) => ({ 'zh-CN': text, en: text })

/** The input of a field of a speaker in a language. */
const field = (page: Page, name: 'name' | 'organisation', language: string) =>
  page
    .locator('form div')
    .filter({
      has: page.locator('> [id$="-label"]', {
        hasText: new RegExp(`^${speakers.fields[name].label['zh-CN']}`),
      }),
    })
    .last()
    .locator(`input[lang="${language}"]`)

/** Makes speakers of a test's own, with what its person and another organiser do to them. */
async function makeSpeakers(forum: ForumProcess, count: number) {
  const token = await organiserToken(forum)
  const other = await addPerson(forum, 'organiser')
  const round = randomUUID().slice(0, 6)
  const nameOf = (n: number) => `断网讲者 ${round}-${String(n).padStart(2, '0')}`
  const created = `断网新增 ${round}`
  const made: AnsweredRow[] = []
  for (let n = 0; n < count; n += 1) {
    const body = { name: inBoth(nameOf(n)), organisation: inBoth(`原单位 ${n}`) }
    made.push(await callForum(forum, paths.post('speakers'), { token, body }))
  }
  const idOf = (n: number) => made[n]?.id ?? ''
  const open = async (page: Page, n: number) => {
    await page.goto(`/console/speakers/${idOf(n)}`)
    await expect(page.getByRole('heading', { level: 2, name: nameOf(n) })).toBeVisible()
    await expect.poll(() => isOwnBodyStored(page, `console/row/speakers/${idOf(n)}`)).toBe(true)
  }
  return {
    nameOf,
    open,
    edit: async (page: Page, n: number, { isSaved = true } = {}) => {
      await open(page, n)
      await link(page, 'console:record.edit').click()
      await expect(field(page, 'organisation', 'zh-CN')).toBeVisible()
      if (!isSaved) return
      await field(page, 'organisation', 'zh-CN').fill(`新单位 ${n}`)
      await button(page, 'console:form.save').click()
      await expect(saved(page)).toBeVisible()
    },
    create: async (page: Page) => {
      await page.goto('/console/speakers/new')
      for (const language of ['zh-CN', 'en']) await field(page, 'name', language).fill(created)
      await button(page, 'console:form.save').click()
      await expect(saved(page)).toBeVisible()
    },
    changeElsewhere: (n: number, change: object) =>
      callForum(forum, paths.edit('speakers'), {
        token: other.token,
        body: { id: idOf(n), version: 1, ...change },
      }),
    find: (n: number) => callForum<AnsweredRow>(forum, paths.detail('speakers', idOf(n)), { token }),
    findCreated: async () => {
      const path = `${paths.list('speakers')}?filters=${encodeURIComponent(`name:eq:${created}`)}`
      return (await callForum<{ items: AnsweredRow[] }>(forum, path, { token })).items
    },
    listWrites: async (n: number) =>
      (await callForum<RowRevisionInfo[]>(forum, paths.revisions('speakers', idOf(n)), { token }))
        .toReversed()
        .map(({ deed, actor, fields }) => [
          deed,
          actor?.name === 'organiser' ? 'here' : 'elsewhere',
          ...fields,
        ]),
  }
}

/** Opens a window that the app did not have before, where its clock is ten minutes on. */
async function openLater(context: BrowserContext): Promise<Page> {
  const next = await context.newPage()
  await next.addInitScript((ms) => {
    const now = Date.now
    Date.now = () => now() + ms
  }, 600_000)
  return next
}

/** The app goes on in another window, still without network; the one before ends without an event. */
async function moveOn(page: Page, context: BrowserContext): Promise<Page> {
  const next = await openLater(context)
  // The other window hands its sign-in over, when it answers in time.
  await expect(async () => {
    await next.goto('/console/speakers')
    await expect(drawnRows(next).first()).toBeVisible({ timeout: 2000 })
  }).toPass()
  await kill(page)
  await stopWorkers(next)
  return next
}

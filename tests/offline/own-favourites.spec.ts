import type { Page } from '@playwright/test'
import type { FaultServer } from '../support/fault-server.ts'
import type { ForumProcess } from '../support/forum-process.ts'
import { callForum, openAs, ownRows } from '../support/people.ts'
import { readStars, star } from '../support/stars.ts'
import { zh } from '../support/texts.ts'
import { untilDrawn } from '../support/until-drawn.ts'
import { kill } from './support/pages.ts'
import { addPerson, type Person } from './support/people.ts'
import { findTraces } from './support/stored.ts'
import { expect, openOutbox, test } from './support/travel.ts'

const panel = 'storage-panel'

/** The sessions that an account has starred, in the order of the alphabet; one twice would stand here twice. */
const listStarred = async (forum: ForumProcess, person: Person) =>
  (await ownRows(forum, 'favourites', person)).map((row) => String(row['item_id'])).toSorted()

const starElsewhere = (forum: ForumProcess, { token }: Person, item_id: string) =>
  callForum(forum, '/front/post/favourites', { token, body: { item_module: 'sessions', item_id } })

const listWrites = (network: FaultServer) =>
  network.heard().filter((call) => /\/front\/(post|delete)\/favourites/.test(call))

const starOf = (page: Page) => page.locator('article header button[aria-pressed]')

async function openSession(page: Page, id: string): Promise<void> {
  await page.goto(`/agenda/${id}`)
  await untilDrawn(page)
  await expect(starOf(page)).toBeVisible()
}

async function expectStar(page: Page, id: string, isPressed: boolean): Promise<void> {
  await openSession(page, id)
  await expect(starOf(page)).toHaveAttribute('aria-pressed', String(isPressed))
}

test('the stars of the phone and of the account become one set, and at the sign-out nothing of it stays [96, 221]', async ({
  page,
  context,
  network,
  forum,
  person,
}) => {
  for (const id of ['wind-solar-panel', panel]) await starElsewhere(forum, person, id)
  await star(page, [panel, 'opening-ceremony'])
  await openAs(page, person)
  await page.goto('/agenda?mine=true&day=2023-09-06')
  const all = ['opening-ceremony', panel, 'wind-solar-panel']
  await expect.poll(() => listStarred(forum, person)).toEqual(all)
  expect(await readStars(page)).toEqual([])
  for (const id of [panel, 'wind-solar-panel'])
    await expect(page.locator(`main a[href="/agenda/${id}"]`).first()).toBeVisible()

  // Another device takes one away.
  const rows = await ownRows(forum, 'favourites', person)
  const id = rows.find((row) => row['item_id'] === 'opening-ceremony')?.id
  await callForum(forum, '/front/delete/favourites', { token: person.token, body: { id } })
  await expectStar(page, 'opening-ceremony', false)

  // The device forgets without waiting for the forum's answer.
  network.fail(/\/logout$/, { kind: 'stall' })
  await page.goto('/user/center')
  await page.getByRole('button', { name: zh('accounts:center.signOut') }).click()
  await expect(page).toHaveURL(/^http:\/\/[^/]+\/$/)
  const traces = ['own-favourites', 'seen-sessions', '"queue:', '"starred"']
  await expect.poll(() => findTraces(context, traces)).toEqual([])
  await expectStar(page, panel, false)
  const before = listWrites(network).length
  const next = await addPerson(forum)
  await openAs(page, next)
  await expectStar(page, panel, false)
  await starOf(page).click()
  await expect.poll(() => listStarred(forum, next)).toEqual([panel])
  expect(listWrites(network)).toHaveLength(before + 1)
})

test('stars set without network are sent once, after a sudden end too; those taken away again never [221, 294]', async ({
  page,
  context,
  network,
  forum,
  person,
}) => {
  await openAs(page, person)
  // Before the app knows whose token it has, a star is the device's and not the account's.
  await Promise.all([page.waitForRequest(/query\/favourites/), openSession(page, panel)])
  await context.setOffline(true)
  for (const id of [panel, 'wind-solar-panel']) {
    await openSession(page, id)
    await starOf(page).click()
    await expect(starOf(page)).toHaveAttribute('aria-pressed', 'true')
  }
  await starOf(page).click()
  await expect(starOf(page)).toHaveAttribute('aria-pressed', 'false')
  await openOutbox(page)
  const title = zh('favourites:title')
  await expect(page.getByText(zh('outbox:quiet.title', { title, count: 1 }))).toBeVisible()
  expect(await listStarred(forum, person)).toEqual([])
  const morning = await context.newPage()
  await kill(page)
  await context.setOffline(false)
  await openAs(morning, person)
  await expectStar(morning, panel, true)
  await expect.poll(() => listStarred(forum, person)).toEqual([panel])
  expect(listWrites(network)).toHaveLength(1)
})

test('a star is there again after the browser was killed right after the tap [294]', async ({ phone }) => {
  const page = await (await phone.start()).newPage()
  await openSession(page, panel)
  await starOf(page).click()
  await expect(starOf(page)).toHaveAttribute('aria-pressed', 'true')
  await phone.crash()
  await expectStar(await (await phone.start()).newPage(), panel, true)
})

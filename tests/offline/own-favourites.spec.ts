import { full } from '../support/marks.ts'
import type { Page } from '@playwright/test'
import { addParticipant, callForum, type AnsweredRow } from '../support/people.ts'
import type { ForumProcess } from '../support/forum-process.ts'
import { readStars, star } from '../support/stars.ts'
import { untilDrawn } from '../support/until-drawn.ts'
import { dump, expect, signInAs, test } from './outbox-phone.ts'
import { kill, visit, visitAgenda } from './phone.ts'

const panel = 'storage-panel'
const writes = /\/front\/(post|delete)\/favourites/

interface Owner {
  token: string
}

/** The sessions that an account has starred, in the order of the alphabet; one twice would stand here twice. */
async function starredBy(forum: ForumProcess, { token }: Owner): Promise<string[]> {
  const { items } = await callForum<{ items: AnsweredRow[] }>(forum, '/front/query/favourites/all?size=0', {
    token,
  })
  return items.map((row) => String(row['item_id'])).toSorted()
}

const starIn = (forum: ForumProcess, { token }: Owner, item_id: string) =>
  callForum(forum, '/front/post/favourites', { token, body: { item_module: 'sessions', item_id } })

const starOf = (page: Page) => page.locator('article header button[aria-pressed]')

async function openSession(page: Page, id: string): Promise<void> {
  await page.goto(`/agenda/${id}`)
  await untilDrawn(page)
  await expect(starOf(page)).toBeVisible()
}

test('the stars of the phone and of the account become one set, and at the sign-out nothing of it stays [96, 221]', async ({
  page,
  browser,
  baseURL,
  network,
  forum,
  person,
}) => {
  await starIn(forum, person, 'wind-solar-panel')
  await starIn(forum, person, panel)
  await star(page, [panel, 'opening-ceremony'])
  await visitAgenda(page)
  await signInAs(page, person)
  await page.goto('/agenda?mine=true&day=2023-09-06')
  const all = ['opening-ceremony', panel, 'wind-solar-panel']
  await expect.poll(() => starredBy(forum, person)).toEqual(all)
  expect(await readStars(page)).toEqual([])
  for (const id of [panel, 'wind-solar-panel'])
    await expect(page.locator(`main a[href="/agenda/${id}"]`).first()).toBeVisible()

  const other = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await signInAs(other, person)
  await openSession(other, 'opening-ceremony')
  await expect(starOf(other)).toHaveAttribute('aria-pressed', 'true')
  await starOf(other).click()
  await expect.poll(() => starredBy(forum, person)).toEqual([panel, 'wind-solar-panel'])
  await other.context().close()
  await openSession(page, 'opening-ceremony')
  await expect(starOf(page)).toHaveAttribute('aria-pressed', 'false')

  await page.goto('/user/center')
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/:\d+\/$/)
  await expect.poll(() => dump(page)).not.toMatch(/own-favourites|seen-sessions|"queue:|"starred"/)
  await openSession(page, panel)
  await expect(starOf(page)).toHaveAttribute('aria-pressed', 'false')
  const before = network.heard().filter((call) => writes.test(call)).length
  const next = await addParticipant(forum)
  await signInAs(page, next)
  await openSession(page, panel)
  await expect(starOf(page)).toHaveAttribute('aria-pressed', 'false')
  await starOf(page).click()
  await expect.poll(() => starredBy(forum, next)).toEqual([panel])
  expect(network.heard().filter((call) => writes.test(call))).toHaveLength(before + 1)
})

test('stars set without network are sent once, after a sudden end too; those taken away again never [221, 294]', async ({
  page,
  context,
  network,
  forum,
  person,
}) => {
  await visitAgenda(page)
  await signInAs(page, person)
  await openSession(page, panel)
  await context.setOffline(true)
  const calls = () => network.heard().filter((call) => writes.test(call))
  for (const id of [panel, 'wind-solar-panel']) {
    await openSession(page, id)
    await starOf(page).click()
    await expect(starOf(page)).toHaveAttribute('aria-pressed', 'true')
  }
  await starOf(page).click()
  await page.goto('/user/outbox')
  await expect(page.getByText('收藏（1 项）')).toBeVisible()
  expect(calls()).toEqual([])
  await kill(page)
  await context.setOffline(false)
  const morning = await context.newPage()
  await visit(morning, '/')
  await signInAs(morning, person)
  await openSession(morning, panel)
  await expect(starOf(morning)).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => starredBy(forum, person)).toEqual([panel])
  expect(calls()).toHaveLength(1)
})

test(
  'sixty stars that join an account are one line of the outbox, and arrive each once [221]',
  full('quiet.test.ts proves it'),
  async ({ page, network, forum, person }) => {
    const { items } = await callForum<{ items: AnsweredRow[] }>(
      forum,
      '/front/query/sessions/all?size=60&fields=title',
    )
    const ids = items.map(({ id }) => id).toSorted()
    expect(ids).toHaveLength(60)
    await star(page, ids)
    await visitAgenda(page)
    network.fail(writes, { kind: 'cut' })
    await signInAs(page, person)
    await page.goto('/user/outbox')
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
    await expect(page.getByText('收藏（60 项）')).toBeVisible()
    network.mend()
    await page.reload()
    await expect.poll(() => starredBy(forum, person), { timeout: 30_000 }).toEqual(ids)
  },
)

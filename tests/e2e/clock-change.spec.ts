import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { clockChangeSchedule } from '../support/clock-change-schedule.ts'
import { expect, test as base } from '../support/e2e.ts'
import { startForum, type ForumProcess } from '../support/forum-process.ts'

interface Forums {
  /** Starts the forum around a day on which clocks elsewhere change, with its own clock at a time. */
  startAt: (changeDay: string, forumNow: string) => Promise<ForumProcess>
}

interface Data {
  /** Where the forum of a day lies, filled once. */
  dataOf: (changeDay: string) => Promise<string>
}

const test = base.extend<Forums, Data>({
  dataOf: [
    async ({}, use) => {
      const filled = new Map<string, Promise<ForumProcess>>()
      await use(async (changeDay) => {
        const forum = filled.get(changeDay) ?? fill(changeDay)
        filled.set(changeDay, forum)
        return (await forum).dataDir
      })
      for (const forum of filled.values()) await (await forum).stop()
    },
    { scope: 'worker' },
  ],
  startAt: async ({ dataOf }, use) => {
    const started: ForumProcess[] = []
    await use(async (changeDay, forumNow) => {
      const dataDir = await dataOf(changeDay)
      const forum = await startForum({ dataDir, env: { FORUM_NOW: forumNow } })
      started.push(forum)
      return forum
    })
    for (const forum of started) await forum.stop({ keepData: true })
  },
})

async function fill(changeDay: string): Promise<ForumProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'clock-change-'))
  const path = join(folder, 'schedule.json')
  await writeFile(path, clockChangeSchedule(changeDay))
  const forum = await startForum()
  await forum.forum(['import-schedule', path, '--replace-sample', '--as-forum'])
  await rm(folder, { recursive: true })
  return forum
}

/** The phone's clock tells the same moment, in its own zone. */
async function open(page: Page, forum: ForumProcess, forumNow: string, path: string): Promise<void> {
  await page.clock.install({ time: new Date(forumNow) })
  // A server that has just started on a busy machine may ask to come again.
  await expect(async () => expect((await page.goto(forum.url + path))?.status()).toBe(200)).toPass()
  await expect(page.locator('main a[href^="/agenda/"]').first()).toBeVisible()
}

const chosenDay = (page: Page) => page.locator('[aria-current=date]')

/** Clocks go back an hour on the first day, and forward on the second, in both zones. */
for (const changeDay of ['2023-11-05', '2024-03-10']) {
  const [year = '', month = '', dayText = ''] = changeDay.split('-')
  const day = Number(dayText)
  for (const timezoneId of ['America/New_York', 'America/Los_Angeles']) {
    test.describe(`${changeDay}, phone in ${timezoneId} @phone`, () => {
      test.use({ timezoneId, appLocale: 'en' })

      test('times are the forum’s and say so, over the very hour of the change [304]', async ({
        page,
        startAt,
      }) => {
        const now = `${changeDay}T14:10:00+08:00`
        await open(page, await startAt(changeDay, now), now, '/agenda?view=list')
        await expect(chosenDay(page)).toContainText(String(day))
        await expect(page.getByText('Times are local time at the venue (GMT+8).')).toBeVisible()
        for (const time of ['13:30', '16:30', '23:00'])
          await expect(page.getByRole('heading', { name: time, exact: true })).toBeVisible()
        await page
          .getByRole('link', { name: /over the east/ })
          .first()
          .click()
        const main = page.getByRole('main')
        await expect(main).toContainText('13:30–15:30')
        await expect(main).toContainText(/on your device’s clock/)
        await page.goBack()
        await page
          .getByRole('link', { name: /over the west/ })
          .first()
          .click()
        await expect(main).toContainText('16:30–18:30')
      })

      test('the moment is the forum’s: what runs, what comes next, where the line stands [T45]', async ({
        page,
        startAt,
      }) => {
        const now = `${changeDay}T14:10:00+08:00`
        const forum = await startAt(changeDay, now)
        await open(page, forum, now, '/')
        const main = page.getByRole('main')
        await expect(main.getByText('On now', { exact: true })).toBeVisible()
        await expect(main.getByRole('link', { name: /over the east/ })).toBeVisible()
        await expect(main).toContainText('Next, at 16:30')
        await page.goto(`${forum.url}/agenda?view=list`)
        await expect(page.getByText(/^Now 14:1\d$/)).toBeVisible()
      })

      test('at 23:30 it is still this day, forty minutes later the next [304]', async ({
        page,
        startAt,
        context,
      }) => {
        const evening = `${changeDay}T23:30:00+08:00`
        await open(page, await startAt(changeDay, evening), evening, '/agenda?view=list')
        const days = page.getByRole('navigation', { name: 'Days' }).getByRole('link')
        await expect(days).toHaveText([day - 1, day, day + 1].map((each) => new RegExp(`^\\w{3} ${each}$`)))
        await expect(chosenDay(page)).toContainText(String(day))
        await expect(page.getByText(/^Now 23:3\d$/)).toBeVisible()
        const night = `${year}-${month}-${String(day + 1).padStart(2, '0')}T00:10:00+08:00`
        const next = await context.newPage()
        await open(next, await startAt(changeDay, night), night, '/agenda?view=list')
        await expect(chosenDay(next)).toContainText(String(day + 1))
        await expect(next.getByRole('heading', { name: '00:10', exact: true })).toBeVisible()
      })
    })
  }
}

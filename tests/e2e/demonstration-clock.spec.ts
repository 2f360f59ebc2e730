import { startForum, type ForumProcess } from '../support/forum-process.ts'
import { expect, test as base } from '../support/e2e.ts'
import { callForum, organiserToken } from '../support/people.ts'
import { zh } from '../support/texts.ts'

const test = base.extend<object, { forum: ForumProcess }>({
  forum: [
    async ({}, use) => {
      const forum = await startForum({ env: { FORUM_NOW: '2023-09-06T10:10:00+08:00' } })
      await use(forum)
      await forum.stop()
    },
    { scope: 'worker' },
  ],
})

test.describe('with the worker', () => {
  // It starts the app too, from a page that knows no time.
  test.use({ serviceWorkers: 'allow' })

  test('every page follows the demonstration’s clock and says so, at a first visit and from the worker', async ({
    page,
    conduct,
  }) => {
    // The notice of a new version is a strip of the same kind.
    const strip = page.getByRole('complementary', { name: zh('common:demonstration.label') })
    await page.goto('/')
    await expect(page.getByRole('main').getByText(zh('home:during.now'), { exact: true })).toBeVisible()
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    for (const path of ['/agenda', '/user/login', '/search-for-nothing']) {
      await page.goto(path)
      await expect(strip, path).toHaveText(/9月6日 10:1\d/)
    }
    await page.goto('/agenda')
    await expect(page.locator('[aria-current=date]')).toContainText('6')
    expect(conduct.errors).toEqual([])
  })
})

test('a sign-in lasts by the real clock', async ({ forum }) => {
  const token = await organiserToken(forum)
  const again = await startForum({ dataDir: forum.dataDir })
  expect(await callForum(again, '/front/user/current', { token })).toMatchObject({ role: 'organiser' })
  await again.stop({ keepData: true })
})

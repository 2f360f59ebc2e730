import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { full } from '../support/marks.ts'
import { zh } from '../support/texts.ts'
import { untilDrawn } from '../support/until-drawn.ts'

const recording = (page: Page) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: '开幕式回放' }) })
const play = (page: Page) =>
  recording(page).getByRole('button', { name: zh('live:play', { title: '开幕式回放' }) })

/** Seconds that a player has played. */
const playedSeconds = (player: Locator) =>
  player.evaluate((element) => (element as HTMLMediaElement).currentTime)

/** Addresses of a kind that the page asks for from here on. */
function watchRequests(page: Page, type: 'media' | 'image'): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === type && request.url().includes('/download/file/'))
      asked.push(request.url())
  })
  return asked
}

test('a recording plays when it is asked to and not before, at the next try after it broke, film or sound alone [7]', async ({
  page,
}) => {
  const asked = watchRequests(page, 'media')
  await page.goto('/live')
  await untilDrawn(page)
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  await page.route('**/api/front/download/file/*', (route) => route.abort())
  await play(page).click()
  const problem = recording(page).getByRole('alert')
  await expect(problem).toContainText(zh('live:player.failed'))
  await page.unroute('**/api/front/download/file/*')
  await problem.getByRole('button', { name: zh('live:player.retry') }).click()
  const film = recording(page).locator('video')
  await expect.poll(() => playedSeconds(film)).toBeGreaterThan(0.2)
  await expect(problem).toBeHidden()
  expect(await film.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(640)
  await recording(page)
    .getByRole('button', { name: zh('live:way.low.audio') })
    .click()
  await expect.poll(() => playedSeconds(recording(page).locator('audio'))).toBeGreaterThan(0.2)
})

test('who saves data is asked for no covers, also after a reload', async ({ page, conduct }) => {
  await page.goto('/live')
  await untilDrawn(page)
  const choice = page.getByRole('switch', { name: zh('live:saveData.label') })
  await choice.check()
  const covers = watchRequests(page, 'image')
  await page.reload()
  await expect(choice).toBeChecked()
  await expect(play(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(covers).toEqual([])
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

test(
  'a stream that does not answer is told of, and goes on when it does',
  full('the states of the player are tested as a component; here a real answer is late'),
  async ({ page }) => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.clock.install()
    await page.goto('/live')
    await untilDrawn(page)
    await page.route('**/api/front/download/file/*', async (route) => {
      await answered
      await route.continue()
    })
    const asked = page.waitForRequest('**/api/front/download/file/*')
    await play(page).click()
    await asked
    await page.clock.fastForward('00:13')
    const problem = recording(page).getByRole('alert')
    await expect(problem).toContainText(zh('live:player.silent'))
    answer()
    await expect(problem).toBeHidden()
    await expect.poll(() => playedSeconds(recording(page).locator('video'))).toBeGreaterThan(0.2)
  },
)

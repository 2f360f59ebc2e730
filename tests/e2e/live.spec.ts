import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { zh } from '../support/texts.ts'
import { untilDrawn } from '../support/until-drawn.ts'

const recording = (page: Page) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: '开幕式回放' }) })
const play = (page: Page) =>
  recording(page).getByRole('button', { name: zh('live:play', { title: '开幕式回放' }) })

const playedSeconds = (player: Locator) =>
  player.evaluate((element) => (element as HTMLMediaElement).currentTime)

test('a recording plays when it is asked to and not before, at the next try after it broke, film or sound alone [7]', async ({
  page,
}) => {
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'media') requested.push(request.url())
  })
  await page.goto('/live')
  await untilDrawn(page)
  await page.waitForLoadState('networkidle')
  expect(requested).toEqual([])
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

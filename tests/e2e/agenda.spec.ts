import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { en } from '../support/texts.ts'

test.use({ appLocale: 'en' })

const storage = 'Panel: who pays for storage safety?'
/** The list of the day stands hidden behind a session, and has the same words. */
const session = (page: Page, title: string) =>
  page.getByRole('link', { name: title }).filter({ visible: true }).first()
const star = (page: Page) =>
  page.getByRole('button', { name: `${en('favourites:star')} ${storage}` }).filter({ visible: true })

test('a visitor picks a day, stars a session, reads it and comes back to the same place [5]', async ({
  page,
  conduct,
}) => {
  await page.goto('/agenda?view=list')
  await page.getByRole('link', { name: 'Wed 6', exact: true }).click()
  await expect(page).toHaveURL(/day=2023-09-06/)
  await star(page).click()
  await page.reload()
  await expect(star(page)).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('link', { name: 'Tue 5', exact: true }).click()
  await expect(session(page, storage)).toBeHidden()
  await page.getByRole('link', { name: 'Wed 6', exact: true }).click()
  await session(page, storage).scrollIntoViewIfNeeded()
  // The router notes places ten times a second, by a timer of the page that is set before this one.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 200))))
  // The place is that of the touch: on the way there the list may move out from under the bar at the bottom.
  const placeOfTouch = page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        addEventListener('click', () => resolve(scrollY), { capture: true, once: true }),
      ),
  )
  await session(page, storage).click()
  const before = await placeOfTouch
  expect(before).toBeGreaterThan(0)
  await expect(page.getByRole('heading', { level: 1, name: storage })).toBeVisible()
  await page.goBack()
  await expect(session(page, storage)).toBeInViewport()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

test('words of a search stay while a session is read [5]', async ({ page }) => {
  await page.goto('/agenda?day=2023-09-06&view=list')
  await page.getByRole('button', { name: en('agenda:search') }).click()
  await page.getByRole('searchbox').fill('storage safety')
  await session(page, storage).click()
  await expect(page.getByRole('heading', { level: 1, name: storage })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('storage safety')
})

import { expect, test } from '../support/e2e.ts'
import { en } from '../support/texts.ts'

test.use({ appLocale: 'en' })

test('a link opens the travel guide at its part; the card for taxi drivers goes by “back” [10]', async ({
  page,
  conduct,
}) => {
  await page.goto('/suzhou#hotels')
  await expect(page.getByRole('heading', { name: 'Hotels' })).toBeInViewport()
  const contents = page.getByRole('navigation', { name: en('pages:contents') })
  const hotels = contents.getByRole('link', { name: 'Hotels' })
  await contents.getByRole('link', { name: /Visa/ }).click()
  await expect(page.getByRole('heading', { name: /Visa/ })).toBeInViewport()
  await expect(page).toHaveURL('/suzhou#visa')
  await page.goto('/suzhou')
  const driver = page.getByRole('link', { name: en('pages:showDriverPlace', { name: 'Lakeside hotel' }) })
  await driver.scrollIntoViewIfNeeded()
  // A person looks before they tap: by then the page has noticed where it stands.
  await expect(hotels).toHaveAttribute('aria-current', 'location')
  await driver.click()
  const card = page.getByRole('dialog', { name: en('pages:taxi.label') })
  await expect(card).toBeVisible()
  await page.goBack()
  await expect(card).toBeHidden()
  await expect(driver).toBeInViewport()
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

import { expect, test } from '../support/e2e.ts'
import { writeFromRightToLeft } from '../support/right-to-left.ts'

test.use({ appLocale: 'en' })

test('the frame is mirrored: the sign begins on the right, and what points does so the other way', async ({
  page,
}) => {
  await page.goto('/agenda/storage-panel')
  await expect(page.getByRole('article')).toBeVisible()
  const sign = page.getByRole('banner').getByRole('link').first()
  const person = page.getByRole('banner').getByRole('link', { name: 'User centre' })
  const back = page.locator('main svg[data-points]').first()
  const leftOf = async (part: typeof sign) => (await part.boundingBox())?.x ?? Number.NaN
  expect(await leftOf(sign)).toBeLessThan(await leftOf(person))
  await expect(back).toHaveCSS('scale', 'none')
  await writeFromRightToLeft(page)
  expect(await leftOf(sign)).toBeGreaterThan(await leftOf(person))
  await expect(back).toHaveCSS('scale', '-1 1')
})

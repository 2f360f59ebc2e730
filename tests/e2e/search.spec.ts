import { expect, test } from '../support/e2e.ts'
import { zh } from '../support/texts.ts'

test('what is published is found in groups, and leads on and back [38]', async ({ page, conduct }) => {
  await page.goto('/search')
  const field = page.getByRole('searchbox')
  const groups = page.getByRole('navigation', { name: zh('search:groups') })
  const group = (name: string) => groups.getByRole('link', { name: new RegExp(`^${zh(name)}`) })
  await expect(field).toBeFocused()
  await field.fill('苏州')
  await group('search:group.informations').click()
  await expect(page).toHaveURL(/group=informations/)
  await page.locator('main a[href^="/article/view/"]').first().click()
  await expect(page).toHaveURL(/\/article\/view\//)
  await page.goBack()
  await expect(page).toHaveURL(/group=informations/)
  await expect(field).toHaveValue('苏州')
  await page.goBack()
  await expect(group('search:everything')).toHaveAttribute('aria-current', 'page')
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

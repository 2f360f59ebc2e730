import { expect, test } from '../support/e2e.ts'

test('the name follows the language, and the page that one goes back to', async ({ page }) => {
  await page.goto('/agenda')
  await page.locator('main a[href^="/agenda/"]').first().click()
  await expect(page.locator('article h1')).toBeVisible()
  await expect(page).not.toHaveTitle(/^议程 · /)
  await page.goBack()
  await expect(page).toHaveTitle('议程 · 能源转型论坛')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page).toHaveTitle('Agenda · Energy Forum')
})

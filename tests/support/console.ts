import type { Page } from '@playwright/test'
import { signInAsOrganiser } from './sign-in.ts'
import { zh } from './texts.ts'

/** The organisers' console at a place of it, as the first organiser. */
export async function openConsole(page: Page, path = ''): Promise<void> {
  await signInAsOrganiser(page)
  await page.goto(`/console${path}`)
}

/** The rows of a list that are drawn, in their order. */
export const drawnRows = (page: Page) => page.locator('main [data-row]')

/** Signs somebody in by their token, which a tab keeps. */
export async function signInWith(page: Page, token: string): Promise<void> {
  await page.goto('/news')
  await page.evaluate((text) => sessionStorage.setItem('token', text), token)
}

/** Goes to a place of the console by its menu, which upright lies behind a button. */
export async function goTo(page: Page, place: string): Promise<void> {
  const button = page.getByRole('button', { name: zh('console:nav.label'), exact: true })
  const menu = page.getByRole('navigation', { name: zh('console:nav.label') })
  await button.or(menu).first().waitFor()
  if (await button.isVisible()) await button.tap()
  await menu.getByRole('link', { name: place, exact: true }).tap()
}

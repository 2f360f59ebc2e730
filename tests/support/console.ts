import type { Page } from '@playwright/test'
import { signInAsOrganiser } from './sign-in.ts'
import { zh } from './texts.ts'

/** Opens a path of the console as the first organiser. */
export async function openConsole(page: Page, path = ''): Promise<void> {
  await signInAsOrganiser(page)
  await page.goto(`/console${path}`)
}

/** Finds the rendered rows of a list, in order. */
export const drawnRows = (page: Page) => page.locator('main [data-row]')

/** Signs a user in by token, for the tab. */
export async function signInWith(page: Page, token: string): Promise<void> {
  await page.goto('/news')
  await page.evaluate((text) => sessionStorage.setItem('token', text), token)
}

/** Opens a module by the console's menu, which is behind a button in portrait. */
export async function goTo(page: Page, place: string): Promise<void> {
  const button = page.getByRole('button', { name: zh('console:nav.label'), exact: true })
  const menu = page.getByRole('navigation', { name: zh('console:nav.label') })
  await button.or(menu).first().waitFor()
  if (await button.isVisible()) await button.tap()
  await menu.getByRole('link', { name: place, exact: true }).tap()
}

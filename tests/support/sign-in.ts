import type { Page } from '@playwright/test'
import { organiserPassword } from './forum-process.ts'

/** Signs the first organiser in. The form has its own tests; here only its result counts. */
export async function signInAsOrganiser(page: Page): Promise<void> {
  await leavePerson(page)
  await page.evaluate(signInByCall, organiserPassword)
}

/** Removes all data of the user of the screen before. */
export async function leavePerson(page: Page): Promise<void> {
  // Not a page of the app, because an open one would send further requests as the former user.
  await page.goto('/robots.txt')
  await page.evaluate(() => sessionStorage.clear())
}

/** Runs in the page. */
async function signInByCall(password: string): Promise<void> {
  const response = await fetch('/api/front/user/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login_name: 'organiser', login_pwd: password }),
  })
  const { data } = (await response.json()) as { data: { token: string } }
  sessionStorage.setItem('token', data.token)
}

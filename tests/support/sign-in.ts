import type { Page } from '@playwright/test'
import { organiserPassword } from './forum-process.ts'

/** Signs the first organiser in. The form has its own tests; here only its result counts. */
export async function signInAsOrganiser(page: Page): Promise<void> {
  await page.goto('/user/login')
  await page.evaluate(signInByCall, organiserPassword)
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

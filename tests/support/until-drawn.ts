import type { Page } from '@playwright/test'

/** Waits until the app stands where the server's drawing was, which shows the same and answers to nothing. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.locator('#first-picture').waitFor({ state: 'detached' })
}

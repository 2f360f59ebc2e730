import type { Page } from '@playwright/test'

/** Waits until the app has replaced the prerendered page, which looks the same but does not react. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.locator('#early-page').waitFor({ state: 'detached' })
}

import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Waits until a sheet is closed and has left the history. It goes back one step, which would interrupt a navigation
 * that a test starts at the same time.
 */
export async function untilClosed(page: Page, sheet: Locator): Promise<void> {
  await expect(sheet).toBeHidden()
  await expect.poll(() => page.evaluate(() => (history.state as { layers?: number }).layers)).toBeUndefined()
}

import { expect, type Locator, type Page } from '@playwright/test'

/** Goes on by the key until that has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < 120; step++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((each) => each === document.activeElement)) break
  }
  await expect(target).toBeFocused()
}

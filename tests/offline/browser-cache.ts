import type { Page } from '@playwright/test'

/** Empties the browser's own cache, as one does that needs the room: only what the worker and the page keep is left. */
export async function emptyBrowserCache(page: Page): Promise<void> {
  const other = await page.context().newPage()
  const devtools = await page.context().newCDPSession(other)
  await devtools.send('Network.clearBrowserCache')
  await other.close()
}

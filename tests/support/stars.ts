import type { Page } from '@playwright/test'

/** Gives sessions their stars before the app starts on this device for the first time. */
export async function star(page: Page, ids: readonly string[]): Promise<void> {
  await page.addInitScript((list) => {
    if (localStorage.getItem('favourites') === null)
      localStorage.setItem('favourites', JSON.stringify({ version: 1, ids: list }))
  }, ids)
}

/** The stars that this device keeps, in the order of the alphabet. */
export function readStars(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('favourites') ?? '{"ids":[]}') as { ids: string[] }
    return kept.ids.toSorted()
  })
}

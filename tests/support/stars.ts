import type { Page } from '@playwright/test'

/** Gives sessions their stars before the app starts on this device for the first time, as an earlier version kept them. */
export async function star(page: Page, ids: readonly string[]): Promise<void> {
  await page.addInitScript((list) => {
    if (localStorage.getItem('starred by the test') !== null) return
    localStorage.setItem('starred by the test', 'yes')
    localStorage.setItem('favourites', JSON.stringify({ version: 1, ids: list }))
  }, ids)
}

/** The stars that this device keeps, in the order of the alphabet. */
export const readStars = (page: Page): Promise<string[]> => page.evaluate(openStars, false)

/** Takes all stars off this device, as if it were another one, before the app starts there the next time. */
export const removeStars = (page: Page): Promise<string[]> => page.evaluate(openStars, true)

/** Runs in the page. */
function openStars(areToGo: boolean): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('values')
    opening.addEventListener('error', () => reject(opening.error ?? new Error('no database')))
    opening.addEventListener('success', () => {
      const transaction = opening.result.transaction('kv', 'readwrite')
      const store = transaction.objectStore('kv')
      const reading = store.get('favourites') as IDBRequest<{ value: { ids: string[] } } | undefined>
      if (areToGo) store.delete('favourites')
      transaction.addEventListener('complete', () => {
        opening.result.close()
        resolve((reading.result?.value.ids ?? []).toSorted())
      })
    })
  })
}

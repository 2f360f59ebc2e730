import type { Page } from '@playwright/test'

/** Stores favourites before the app starts on this device for the first time, in the format of an earlier version. */
export async function star(page: Page, ids: readonly string[]): Promise<void> {
  await page.addInitScript((list) => {
    if (localStorage.getItem('starred by the test') !== null) return
    localStorage.setItem('starred by the test', 'yes')
    localStorage.setItem('favourites', JSON.stringify({ version: 1, ids: list }))
  }, ids)
}

/** Reads the favourites of this device, sorted. */
export async function readStars(page: Page): Promise<string[]> {
  const kept = (await page.evaluate(openValue, { key: 'favourites' })) as { ids: string[] } | undefined
  return (kept?.ids ?? []).toSorted()
}

/** Reads what this device stores about the starred sessions, as JSON. */
export const readSeen = async (page: Page): Promise<string> =>
  JSON.stringify((await page.evaluate(openValue, { key: 'seen-sessions' })) ?? null)

/** Removes all favourites from this device before the next start of the app, as if it were another device. */
export async function removeStars(page: Page): Promise<void> {
  await page.evaluate(openValue, { key: 'favourites', isToGo: true })
}

/** Runs in the page. */
function openValue({ key, isToGo = false }: { key: string; isToGo?: boolean }): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('values')
    opening.addEventListener('error', () => reject(opening.error ?? new Error('no database')))
    opening.addEventListener('success', () => {
      const transaction = opening.result.transaction('kv', 'readwrite')
      const store = transaction.objectStore('kv')
      const reading = store.get(key) as IDBRequest<{ value: unknown } | undefined>
      if (isToGo) store.delete(key)
      transaction.addEventListener('complete', () => {
        opening.result.close()
        resolve(reading.result?.value)
      })
    })
  })
}

import type { Page } from '@playwright/test'

/** Everything that the app keeps on the device, as one text: both storages and every database, bytes as Latin letters. */
export const readStored = (page: Page): Promise<string> => page.evaluate(readAll)

/** Runs in the page. */
async function readAll(): Promise<string> {
  const parts: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page has nothing of this file but this function
  const wait = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(new Error(String(request.error))))
    })
  const collect = async (value: unknown): Promise<void> => {
    if (value instanceof Blob) await collect(await value.arrayBuffer())
    else if (value instanceof ArrayBuffer) parts.push(new TextDecoder('latin1').decode(value))
    else if (ArrayBuffer.isView(value)) parts.push(new TextDecoder('latin1').decode(value))
    else if (value instanceof CryptoKey)
      parts.push(`[key ${value.extractable ? 'extractable' : 'sealed in'}]`)
    else if (typeof value === 'object' && value !== null)
      for (const [key, part] of Object.entries(value)) {
        parts.push(key)
        await collect(part)
      }
    else parts.push(String(value))
  }
  for (const { name } of await indexedDB.databases()) {
    const db = await wait(indexedDB.open(name ?? ''))
    for (const store of db.objectStoreNames) {
      await collect(await wait(db.transaction(store).objectStore(store).getAllKeys()))
      await collect(await wait(db.transaction(store).objectStore(store).getAll()))
    }
    db.close()
  }
  return parts.join('\n')
}

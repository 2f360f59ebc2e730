import { full } from '../support/marks.ts'
import type { Page } from '@playwright/test'
import { expect, openForm, posts, saved, sendTravel, test } from './outbox-phone.ts'

/** What was so when the words first stood in the page. */
interface FirstSaid {
  /** They stood where the button was tapped, not in a part of the page that has to be scrolled to. */
  isInItsPlace: boolean
  /** The queue's strict transaction had ended. */
  isOnDisk: boolean
}

/** Runs in the page, before the form is sent. */
function watchFirst(words: string): void {
  let isOnDisk = false
  const ofQueue = new WeakSet<IDBTransaction>()
  const [databases, stores] = [IDBDatabase.prototype, IDBObjectStore.prototype]
  const begin = Object.getOwnPropertyDescriptor(databases, 'transaction')
    ?.value as typeof databases.transaction
  const put = Object.getOwnPropertyDescriptor(stores, 'put')?.value as typeof stores.put
  databases.transaction = function (...parts) {
    const transaction = begin.apply(this, parts)
    // Before the app hears of it.
    transaction.addEventListener('complete', () => {
      if (ofQueue.has(transaction)) isOnDisk = true
    })
    return transaction
  }
  stores.put = function (value, key) {
    const { transaction } = this
    if (typeof key === 'string' && key.startsWith('queue:') && transaction.durability === 'strict')
      ofQueue.add(transaction)
    return put.call(this, value, key)
  }
  const place = document.querySelector('form button[type="submit"]')?.getBoundingClientRect()
  const observer = new MutationObserver(() => {
    const said = [...document.querySelectorAll('output')].find(({ textContent }) =>
      textContent.includes(words),
    )
    if (!said || !place) return
    observer.disconnect()
    const { top, bottom } = said.getBoundingClientRect()
    const isInItsPlace = top < place.bottom && bottom > place.top
    Object.assign(globalThis, { firstSaid: { isInItsPlace, isOnDisk } })
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}

const firstSaid = (page: Page) => page.evaluate(() => Reflect.get(globalThis, 'firstSaid') as FirstSaid)

test(
  'that it is kept is read where the button was, and not before it lies on the disk',
  full('sending.test.ts proves the order'),
  async ({ page, network, person }) => {
    await openForm(page, person)
    network.fail(posts, { kind: 'cut' })
    await page.evaluate(watchFirst, '已保存在本机，将自动发送。')
    await sendTravel(page, 'by night train')
    await expect(saved(page)).toBeVisible()
    expect(await firstSaid(page)).toEqual({ isInItsPlace: true, isOnDisk: true })
  },
)

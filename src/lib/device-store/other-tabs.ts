import type { OtherTabs } from './stored-value.ts'

let opened: BroadcastChannel | undefined

/** Browsers have no event for changes in IndexedDB: the app's tabs notify each other. */
const channel = (): BroadcastChannel | undefined =>
  'BroadcastChannel' in globalThis ? (opened ??= new BroadcastChannel('values')) : undefined

/** The app's tabs. A change of localStorage under the same key counts, too, and so does everything being cleared. */
export const otherTabs: OtherTabs = {
  tell: (key) => channel()?.postMessage(key),
  follow(key, onChange) {
    channel()?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data === key) onChange()
    })
    globalThis.addEventListener?.('storage', (event) => {
      // A null key means that everything was cleared.
      if (event.key === key || event.key === null) onChange()
    })
  },
}

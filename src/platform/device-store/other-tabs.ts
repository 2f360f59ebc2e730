import type { OtherTabs } from './stored-value.ts'

let opened: BroadcastChannel | undefined

/** Browsers have no event for changes in IndexedDB: the app's tabs notify each other. */
const channel = (): BroadcastChannel | undefined =>
  'BroadcastChannel' in globalThis ? (opened ??= new BroadcastChannel('values')) : undefined

/** The app's other tabs. A change of localStorage under the same key also notifies, and so does clearing it. */
export const otherTabs: OtherTabs = {
  notify: (key) => channel()?.postMessage(key),
  subscribe(key, onChange) {
    channel()?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data === key) onChange()
    })
    globalThis.addEventListener?.('storage', (event) => {
      // A null key means that everything was cleared.
      if (event.key === key || event.key === null) onChange()
    })
  },
}

import { createStore, useSelector } from '@tanstack/react-store'

/** A notice over the page. */
export interface Notice {
  kind: 'success' | 'info' | 'warning' | 'danger'
  title: string
  text?: string
}

/** A notice on screen. */
export interface ShownNotice extends Notice {
  /** Identifies the notice on this page; counted from 1. */
  id: number
  /** Number of equal notices, which are merged into the one on screen. */
  count: number
}

/** Creates a list of notices. @param maxCount number of notices at once; a further one removes the oldest */
export function createNoticeStore(maxCount = 3) {
  const store = createStore<readonly ShownNotice[]>([])
  let lastId = 0
  return {
    store,
    list: () => store.state,
    /** Adds a notice, or counts it at an equal one that is on screen. */
    show(notice: Notice) {
      const isEqual = (other: Notice) => other.title === notice.title && other.text === notice.text
      store.setState((shown) => {
        if (shown.some(isEqual))
          return shown.map((other) => (isEqual(other) ? { ...other, count: other.count + 1 } : other))
        lastId += 1
        return [...shown, { ...notice, id: lastId, count: 1 }].slice(-maxCount)
      })
    },
    dismiss: (id: number) => store.setState((shown) => shown.filter((other) => other.id !== id)),
  }
}

const notices = createNoticeStore()

/** Shows a notice. An equal one is merged into the one on screen. */
export const notify = (notice: Notice): void => notices.show(notice)
/** Removes a notice from the screen by its id. */
export const dismissNotice = (id: number): void => notices.dismiss(id)

/** Returns the notices on screen, for code that is no component. */
export const listNotices = (): readonly ShownNotice[] => notices.list()

/** Returns the notices on screen, the oldest first. */
export function useNotices(): readonly ShownNotice[] {
  return useSelector(notices.store)
}

const attentionCount = createStore(0)

/** Sets the number of outbox entries that need the user's attention. `needsAttention` of the outbox decides which. */
export const setAttentionCount = (count: number): void => attentionCount.setState(() => count)

/** Returns the number of outbox entries that need the user's attention; 0 as long as the outbox has not started. */
export const useAttentionCount = (): number => useSelector(attentionCount)

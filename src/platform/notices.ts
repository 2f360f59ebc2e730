import { useSyncExternalStore } from 'react'

/** A notice over the page. */
export interface Notice {
  kind: 'success' | 'info' | 'warning' | 'danger'
  title: string
  text?: string
}

export interface ShownNotice extends Notice {
  id: number
  /** Number of equal notices, which are merged into the one on screen. */
  count: number
}

export interface NoticeStore {
  show: (notice: Notice) => void
  dismiss: (id: number) => void
  list: () => readonly ShownNotice[]
  subscribe: (listener: () => void) => () => void
}

/** @param maxCount number of notices at once; the oldest is removed */
export function createNoticeStore(maxCount = 3): NoticeStore {
  let current: readonly ShownNotice[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const change = (nextNotices: readonly ShownNotice[]) => {
    current = nextNotices
    for (const listener of listeners) listener()
  }
  return {
    show(notice) {
      const equalNotice = current.find((other) => other.title === notice.title && other.text === notice.text)
      if (equalNotice)
        return change(
          current.map((other) => (other === equalNotice ? { ...other, count: other.count + 1 } : other)),
        )
      lastId += 1
      change([...current, { ...notice, id: lastId, count: 1 }].slice(-maxCount))
    },
    dismiss: (id) => change(current.filter((other) => other.id !== id)),
    list: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const notices = createNoticeStore()
const noNotices: readonly ShownNotice[] = []

/** Shows a notice. An equal one is merged into the one on screen. */
export const notify = notices.show
export const dismissNotice = notices.dismiss

/** The notices on screen. */
export const listNotices = notices.list

/** Returns the notices on screen. */
export function useNotices(): readonly ShownNotice[] {
  return useSyncExternalStore(notices.subscribe, notices.list, () => noNotices)
}

let count = 0
const listeners = new Set<() => void>()

/** Sets the number of outbox entries that need the user's attention. Called by the outbox. */
export function setAttentionCount(next: number): void {
  if (next === count) return
  count = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns that number. */
export const useAttentionCount = (): number =>
  useSyncExternalStore(
    subscribe,
    () => count,
    () => 0,
  )

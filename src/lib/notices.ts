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

/** @param most number of notices at once; the oldest is removed */
export function createNoticeStore(maxCount = 3): NoticeStore {
  let shown: readonly ShownNotice[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const change = (next: readonly ShownNotice[]) => {
    shown = next
    for (const listener of listeners) listener()
  }
  return {
    show(notice) {
      const same = shown.find((one) => one.title === notice.title && one.text === notice.text)
      if (same) return change(shown.map((one) => (one === same ? { ...one, count: one.count + 1 } : one)))
      lastId += 1
      change([...shown, { ...notice, id: lastId, count: 1 }].slice(-maxCount))
    },
    dismiss: (id) => change(shown.filter((one) => one.id !== id)),
    list: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const notices = createNoticeStore()
const none: readonly ShownNotice[] = []

/** Shows a notice. An equal one is merged into the one on screen. */
export const notify = notices.show
export const dismissNotice = notices.dismiss

/** The notices on screen. */
export const listNotices = notices.list

/** Returns the notices on screen. */
export function useNotices(): readonly ShownNotice[] {
  return useSyncExternalStore(notices.subscribe, notices.list, () => none)
}

/** An entry that the server has taken. */
export interface DoneEntry {
  module: string
  entityId: string
}

/** Notifies this tab and the others of changes in IndexedDB, for which browsers have no event. */
export interface OutboxChannel {
  notifyChanged: () => void
  notifyDone: (entry: DoneEntry) => void
  /** Calls back when any tab has changed a queue. Returns the function that ends it, as `onDone` does. */
  onChanged: (listener: () => void) => () => void
  onDone: (listener: (entry: DoneEntry) => void) => () => void
}

/** @param open opens the channel between tabs; undefined where the browser has none */
export function createOutboxChannel(open: () => BroadcastChannel | undefined): OutboxChannel {
  const changed = new Set<() => void>()
  const done = new Set<(entry: DoneEntry) => void>()
  /** A message without `done` says that a queue has changed. */
  const notifyListeners = (message: { done?: DoneEntry }) => {
    for (const listener of changed) listener()
    if (message.done) for (const listener of done) listener(message.done)
  }
  let opened: BroadcastChannel | undefined
  /** Opens the channel at its first use, so that importing this module opens nothing. */
  const channel = () => {
    if (!opened) {
      opened = open()
      opened?.addEventListener('message', ({ data }: MessageEvent<{ done?: DoneEntry }>) =>
        notifyListeners(data),
      )
    }
    return opened
  }
  const broadcast = (message: { done?: DoneEntry }) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    channel()?.postMessage(message)
    notifyListeners(message)
  }
  return {
    notifyChanged: () => broadcast({}),
    notifyDone: (entry) => broadcast({ done: entry }),
    onChanged(listener) {
      channel()
      changed.add(listener)
      return () => changed.delete(listener)
    },
    onDone(listener) {
      channel()
      done.add(listener)
      return () => done.delete(listener)
    },
  }
}

/** The channel between the app's tabs. */
export const outboxChannel = createOutboxChannel(() =>
  'BroadcastChannel' in globalThis ? new BroadcastChannel('outbox') : undefined,
)

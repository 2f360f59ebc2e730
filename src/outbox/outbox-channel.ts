/** What the server took. */
export interface DoneEntry {
  module: string
  entityId: string
}

/** A browser says nothing of changes in IndexedDB: the app's tabs tell each other, and themselves. */
export interface OutboxChannel {
  tellChanged: () => void
  tellDone: (entry: DoneEntry) => void
  onChanged: (listener: () => void) => () => void
  onDone: (listener: (entry: DoneEntry) => void) => () => void
}

/** @param open gives the channel between the tabs; undefined where the browser has none */
export function createOutboxChannel(open: () => BroadcastChannel | undefined): OutboxChannel {
  const changed = new Set<() => void>()
  const done = new Set<(entry: DoneEntry) => void>()
  const hear = (message: { done?: DoneEntry }) => {
    for (const listener of changed) listener()
    if (message.done) for (const listener of done) listener(message.done)
  }
  let opened: BroadcastChannel | undefined
  const channel = () => {
    if (!opened) {
      opened = open()
      opened?.addEventListener('message', ({ data }: MessageEvent<{ done?: DoneEntry }>) => hear(data))
    }
    return opened
  }
  const tell = (message: { done?: DoneEntry }) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    channel()?.postMessage(message)
    hear(message)
  }
  return {
    tellChanged: () => tell({}),
    tellDone: (entry) => tell({ done: entry }),
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

/** The app's tabs. */
export const outboxChannel = createOutboxChannel(() =>
  'BroadcastChannel' in globalThis ? new BroadcastChannel('outbox') : undefined,
)

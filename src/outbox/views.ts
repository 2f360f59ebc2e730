import { lateAfterMs, lateAfterTries } from './delays.ts'
import type { Content, OutboxEntry, Queue, StoredEntry, Told } from './entry.ts'
import { isBlocked, isKnown } from './queue/chain.ts'
import type { QueueStore } from './queue-store.ts'
import type { Sealed, Sealer } from './sealing.ts'
import type { Clock } from './sender.ts'

/** Entries as screens see them. */
export interface Views {
  /** A person's entries, in the order in which they are sent. What cannot be read shows without its words. */
  list: (owner: string) => Promise<readonly OutboxEntry[]>
  toView: (owner: string, entry: StoredEntry) => Promise<OutboxEntry>
}

const unreadable: Content = { title: '', formPath: '', body: {}, fileNames: [] }

/** @param sealerOf gives what opens a person's entries */
export function createViews(queues: QueueStore, sealerOf: (owner: string) => Sealer, clock: Clock): Views {
  /** What was opened before: by its key a body is always the same. */
  const opened = new Map<string, Promise<unknown>>()
  const openOnce = <T>(sealer: Sealer, name: string, sealed: Sealed<T>): Promise<T | undefined> => {
    const known = opened.get(name) ?? sealer.open(sealed)
    opened.set(name, known)
    return known as Promise<T | undefined>
  }
  const toView = async (owner: string, entry: StoredEntry, queue?: Queue): Promise<OutboxEntry> => {
    const sealer = sealerOf(owner)
    const content = (await openOnce<Content>(sealer, `${owner} ${entry.key}`, entry.content)) ?? unreadable
    const told = entry.told && (await openOnce<Told>(sealer, `${owner} ${entry.key} told`, entry.told))
    return view(entry, content, told, queue !== undefined && isBlocked(queue, entry), clock.nowMs())
  }
  return {
    async list(owner) {
      const queue = await queues.read(owner)
      return Promise.all(queue.entries.filter(isKnown).map((entry) => toView(owner, entry, queue)))
    },
    toView,
  }
}

function view(
  entry: StoredEntry,
  content: Content,
  told: Told | undefined,
  isBehind: boolean,
  nowMs: number,
): OutboxEntry {
  const { id, module, entityId, deed, state, tries, createdAtMs, doneAtMs, serverRef, trouble } = entry
  const isOpen = state === 'queued' || state === 'waiting' || state === 'sending'
  return {
    id,
    module,
    entityId,
    deed,
    state,
    isLate: isOpen && (tries >= lateAfterTries || nowMs - createdAtMs > lateAfterMs),
    isBlocked: isBehind,
    ...content,
    tries,
    createdAt: createdAtMs,
    ...(doneAtMs !== undefined && { doneAt: doneAtMs }),
    ...(serverRef && { serverRef }),
    ...(trouble && { trouble }),
    ...told,
  }
}

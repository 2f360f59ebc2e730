import { overdueAfterMs, overdueAfterAttempts } from './timing.ts'
import type { EntryContent, OutboxEntry, EntryQueue, StoredEntry, Rejection } from './entry.ts'
import { isBlocked, isReadable, isLeased } from './queue/dependencies.ts'
import type { QueueStore } from './queue-store.ts'
import type { Sealed, Sealer } from '#lib/device-store/sealing.ts'
import type { Clock } from './outbox-deps.ts'

/** Entries as screens see them. */
export interface EntryMapper {
  /**
   * A person's entries, in the order in which they are sent. What cannot be read any more shows without its words.
   * @throws StoreError when the device does not tell
   */
  list: (owner: string) => Promise<readonly OutboxEntry[]>
  /** An entry of which it is known what it says. */
  toView: (entry: StoredEntry, typed: EntryContent) => OutboxEntry
  /** Whoever was signed in has gone: nothing that was opened stays in memory. */
  forget: () => void
}

const unreadable: EntryContent = { title: '', formPath: '', body: {}, fileNames: [] }

/** @param sealerOf gives what opens a person's entries */
export function createEntryMapper(
  queues: QueueStore,
  sealerOf: (owner: string) => Sealer,
  clock: Clock,
): EntryMapper {
  /** What was opened before: by its key a body is always the same. */
  const opened = new Map<string, Promise<unknown>>()
  const openOnce = <T>(sealer: Sealer, name: string, sealed: Sealed<T>): Promise<T | undefined> => {
    const known = opened.get(name) as Promise<T | undefined> | undefined
    if (known) return known
    const opening = sealer.open(sealed)
    opened.set(name, opening)
    // What is not there now may be there the next time.
    const lookAgain = () => opened.delete(name)
    opening.then((found) => found === undefined && lookAgain(), lookAgain)
    return opening
  }
  const forgetOthers = (entries: readonly StoredEntry[]) => {
    const names = new Set(entries.flatMap(({ key }) => [key, toldName(key)]))
    for (const name of opened.keys()) if (!names.has(name)) opened.delete(name)
  }
  const read = async (owner: string, entry: StoredEntry, queue: EntryQueue) => {
    const sealer = sealerOf(owner)
    const content = await openOnce(sealer, entry.key, entry.content)
    const told = entry.told && (await openOnce(sealer, toldName(entry.key), entry.told))
    const isBehind = isBlocked(queue, entry)
    return view(entry, { content: content ?? unreadable, told }, { isBehind, nowMs: clock.nowMs() })
  }
  return {
    async list(owner) {
      const queue = await queues.read(owner)
      forgetOthers(queue.entries)
      return Promise.all(queue.entries.filter(isReadable).map((entry) => read(owner, entry, queue)))
    },
    toView(entry, typed) {
      // The next list need not open it.
      opened.set(entry.key, Promise.resolve(typed))
      return view(entry, { content: typed }, { isBehind: false, nowMs: clock.nowMs() })
    },
    forget: () => opened.clear(),
  }
}

const toldName = (key: string): string => `${key} told`

/** What was sealed of an entry. */
interface OpenedEntry {
  content: EntryContent
  /** What the server said of it, if anything. */
  told?: Rejection | undefined
}

interface ViewOptions {
  /** True when another entry has to be sent first. */
  isBehind: boolean
  nowMs: number
}

function view(
  entry: StoredEntry,
  { content: { title, formPath, body, fileNames }, told }: OpenedEntry,
  { isBehind, nowMs }: ViewOptions,
): OutboxEntry {
  const { id, module, entityId, deed, state, tries, isTried, createdAtMs, doneAtMs, serverRef, trouble } =
    entry
  // Who was sending it is gone: it waits to be sent again.
  const isLeft = state === 'sending' && !isLeased(entry, nowMs)
  const isOpen = state === 'queued' || state === 'waiting' || state === 'sending'
  return {
    id,
    module,
    entityId,
    deed,
    state: isLeft ? 'waiting' : state,
    isLate: isOpen && (tries >= overdueAfterAttempts || nowMs - createdAtMs > overdueAfterMs),
    isBlocked: isBehind,
    ...(entry.isQuiet && { isQuiet: true }),
    title,
    formPath,
    body,
    fileNames,
    tries,
    isTried,
    createdAt: createdAtMs,
    ...(doneAtMs !== undefined && { doneAt: doneAtMs }),
    ...(serverRef && { serverRef }),
    ...(trouble && { trouble }),
    ...told,
  }
}

import { sendEntry } from './send-entry.ts'
import { leaseMs, getRetryDelayMs } from './timing.ts'
import type { EntryContent, EntryQueue, StoredEntry, Rejection } from './entry.ts'
import { fileKey } from './storage-keys.ts'
import { renewLease, type LeaseHolder } from './queue/lease.ts'
import { recordUpload, recordResult, type AttemptResult, type StoredResult } from './queue/record-result.ts'
import type { SealedBytes, Sealer } from '#lib/device-store/sealing.ts'
import { isConfirmedUser, type Clock, type SenderDeps } from './outbox-deps.ts'
import { StoreError } from '#lib/device-store/store.ts'

/** Tries one entry that this sender has taken, and writes down how it ended. @throws StoreError */
export async function attemptEntry(
  parts: SenderDeps,
  owner: string,
  entry: StoredEntry,
  picker: LeaseHolder,
): Promise<void> {
  const { store, queues, http, clock } = parts
  const sealer = parts.sealerOf(owner)
  const change = (step: (queue: EntryQueue) => EntryQueue) =>
    queues.change(owner, (queue) => ({ queue: step(queue), result: undefined }))
  const stopRenewing = keepRenewing(clock, () =>
    change((queue) => renewLease(queue, entry.id, { ...picker, nowMs: clock.nowMs() })),
  )
  try {
    const content = await sealer.open(entry.content).catch(toLate)
    const readFile = async (index: number) => {
      const meta = entry.files[index]
      const [file] = meta ? await store.read<SealedBytes>([fileKey(owner, meta)], meta.sizeBytes) : []
      const bytes = file && (await sealer.openBytes(file))
      return bytes && new Blob([bytes])
    }
    const send = (typed: EntryContent) =>
      sendEntry(http, {
        entry,
        content: typed,
        readFile,
        noteUpload: (index, no) => change((queue) => recordUpload(queue, entry.id, index, no)),
        isStillTheirs: () => isConfirmedUser(parts, owner),
      })
    const outcome = content === late ? deviceIsLate : content ? await send(content) : unreadable
    const end = await toSettlement(outcome, entry, sealer, parts.random)
    if (end.kind === 'done' && content && content !== late && content.draft !== undefined)
      await parts.dropDraft?.(owner, content.draft, entry.createdAtMs).catch(() => undefined)
    await change((queue) => recordResult(queue, entry, end, clock.nowMs()))
    if (end.kind === 'done') parts.onDone?.({ ...entry, state: 'done', serverRef: end.ref })
  } finally {
    stopRenewing()
  }
}

/** The device does not say the key now. */
const late = Symbol('late')
const deviceIsLate: AttemptResult = { kind: 'wait', trouble: {} }

function toLate(error: unknown): typeof late {
  if (error instanceof StoreError) return late
  throw error
}

/** The key on this device is gone: what was typed cannot be sent, and its person must know. */
const unreadable: Extract<AttemptResult, { kind: 'rejected' }> = {
  kind: 'rejected',
  trouble: { key: 'content.gone' },
  told: { msg: '', problems: [] },
}

/** Renews a lease in time, as long as its sending lasts. */
function keepRenewing(clock: Clock, renewNow: () => Promise<void>): () => void {
  let stop: (() => void) | undefined
  const again = () => {
    stop = clock.after(leaseMs / 3, () => {
      renewNow().catch(() => undefined)
      again()
    })
  }
  again()
  return () => stop?.()
}

/** How long an entry rests before the token that was refused is tried once more, should it still be there. */
const authRestMs = 30_000

async function toSettlement(
  outcome: AttemptResult,
  { tries, isQuiet }: StoredEntry,
  sealer: Sealer,
  random: () => number,
): Promise<StoredResult> {
  switch (outcome.kind) {
    case 'done':
      return outcome
    case 'needs_auth':
      return { kind: 'needs_auth', delayMs: authRestMs }
    case 'wait': {
      const { trouble, retryAfterMs } = outcome
      return { kind: 'wait', trouble, delayMs: getRetryDelayMs(tries, retryAfterMs, random) }
    }
    default:
      if (isQuiet) return { kind: 'dropped' }
      // Nothing is told of it, and a key that is gone is not made anew.
      if (outcome === unreadable) return { ...outcome, told: { kind: 'clear', value: outcome.told } }
      return { ...outcome, told: await sealer.seal<Rejection>(outcome.told) }
  }
}

import { sendEntry } from './send-entry.ts'
import { leaseMs, getRetryDelayMs } from './timing.ts'
import type { EntryContent, EntryQueue, StoredEntry, Rejection } from './entry.ts'
import { fileKey } from './storage-keys.ts'
import { renewLease, type LeaseHolder } from './queue/lease.ts'
import { recordUpload, recordResult, type AttemptResult, type StoredResult } from './queue/record-result.ts'
import type { SealedBytes, Sealer } from '#platform/device-store/sealing.ts'
import { isConfirmedUser, type Clock, type SenderDeps } from './outbox-deps.ts'
import { StoreError } from '#platform/device-store/store.ts'

/** Sends one entry that this sender has leased, and records the result in the queue. @throws StoreError */
export async function attemptEntry(
  deps: SenderDeps,
  owner: string,
  entry: StoredEntry,
  leaseHolder: LeaseHolder,
): Promise<void> {
  const { store, queues, http, clock } = deps
  const sealer = deps.sealerOf(owner)
  const changeQueue = (step: (queue: EntryQueue) => EntryQueue) =>
    queues.change(owner, (queue) => ({ queue: step(queue), result: undefined }))
  const stopRenewing = renewPeriodically(clock, () =>
    changeQueue((queue) => renewLease(queue, entry.id, { ...leaseHolder, nowMs: clock.nowMs() })),
  )
  try {
    const content = await sealer.open(entry.content).catch(toKeyUnavailable)
    const readFile = async (index: number) => {
      const fileEntry = entry.files[index]
      const [file] = fileEntry
        ? await store.read<SealedBytes>([fileKey(owner, fileEntry)], fileEntry.sizeBytes)
        : []
      const bytes = file && (await sealer.openBytes(file))
      return bytes && new Blob([bytes])
    }
    const send = (clearContent: EntryContent) =>
      sendEntry(http, {
        entry,
        content: clearContent,
        readFile,
        recordUpload: (index, no) => changeQueue((queue) => recordUpload(queue, entry.id, index, no)),
        isOwnerSignedIn: () => isConfirmedUser(deps, owner),
      })
    const result =
      content === keyUnavailable ? keyUnavailableResult : content ? await send(content) : contentGoneResult
    const storedResult = await toStoredResult(result, entry, sealer, deps.random)
    if (storedResult.kind === 'done' && content && content !== keyUnavailable && content.draft !== undefined)
      await deps.deleteDraft?.(owner, content.draft, entry.createdAtMs).catch(() => undefined)
    await changeQueue((queue) => recordResult(queue, entry, storedResult, clock.nowMs()))
    if (storedResult.kind === 'done') deps.onDone?.({ ...entry, state: 'done', serverRef: storedResult.ref })
  } finally {
    stopRenewing()
  }
}

/** The device could not read the key this time; another attempt may succeed. */
const keyUnavailable = Symbol('key unavailable')
const keyUnavailableResult: AttemptResult = { kind: 'wait', failure: {} }

function toKeyUnavailable(error: unknown): typeof keyUnavailable {
  if (error instanceof StoreError) return keyUnavailable
  throw error
}

/** The key was removed from this device: the content cannot be read or sent, and the user must know. */
const contentGoneResult: Extract<AttemptResult, { kind: 'rejected' }> = {
  kind: 'rejected',
  failure: { key: 'content.gone' },
  rejection: { msg: '', problems: [] },
}

/** Renews the lease until the returned function is called. */
function renewPeriodically(clock: Clock, renewNow: () => Promise<void>): () => void {
  let cancelTimer: (() => void) | undefined
  const scheduleRenewal = () => {
    cancelTimer = clock.after(leaseMs / 3, () => {
      renewNow().catch(() => undefined)
      scheduleRenewal()
    })
  }
  scheduleRenewal()
  return () => cancelTimer?.()
}

/** Delay before an entry is sent again with a token that the server refused, in milliseconds. */
const authRetryMs = 30_000

async function toStoredResult(
  result: AttemptResult,
  { tries, isQuiet }: StoredEntry,
  sealer: Sealer,
  random: () => number,
): Promise<StoredResult> {
  switch (result.kind) {
    case 'done':
      return result
    case 'needs_auth':
      return { kind: 'needs_auth', delayMs: authRetryMs }
    case 'wait': {
      const { failure, retryAfterMs } = result
      return { kind: 'wait', failure, delayMs: getRetryDelayMs(tries, retryAfterMs, random) }
    }
    default:
      if (isQuiet) return { kind: 'dropped' }
      // This rejection holds no data of the user, and sealing it would create a new key.
      if (result === contentGoneResult)
        return { ...result, rejection: { kind: 'clear', value: result.rejection } }
      return { ...result, rejection: await sealer.seal<Rejection>(result.rejection) }
  }
}

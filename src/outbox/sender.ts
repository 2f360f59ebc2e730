import type { SealedBytes, Sealer } from '#platform/device-store/sealing.ts'
import { StoreError } from '#platform/device-store/store.ts'
import type { EntryQueue, EntryContent, EntryFile, StoredEntry, Rejection } from './entry.ts'
import { getNextDueAt, leaseNext, type LeaseHolder, renewLease } from './queue/lease.ts'
import { isConfirmedUser, type SenderDeps, type Clock } from './outbox-deps.ts'
import { findMergeCandidate, mergeCandidate } from './queue/merge-rejected.ts'
import { sendEntry } from './send-entry.ts'
import { leaseMs, getRetryDelayMs } from './timing.ts'
import { fileKey } from './storage-keys.ts'
import { recordUpload, recordResult, type AttemptResult, type StoredResult } from './queue/record-result.ts'

/** Sends the entries of the signed-in user. */
export interface Sender {
  /** Sends the entries that are due. Settles when no entry is due any more. */
  wake: () => Promise<void>
}

/** Creates the sender of a page or of the worker. */
export function createSender(deps: SenderDeps): Sender {
  const { clock, locks, queues } = deps
  const holder = deps.newId()
  let currentRun: Promise<void> | undefined
  /** `wake` was called since the current round began: another round follows. */
  let isWakeRequested = false
  let cancelTimer: (() => void) | undefined

  /** Sends one entry after another, until none is due. @param locked whether this sender has the Web Lock */
  const sendAll = async (owner: string, locked: boolean) => {
    for (;;) {
      const leaseHolder: LeaseHolder = { nowMs: clock.nowMs(), holder, locked }
      if (!isConfirmedUser(deps, owner) || deps.hasNoNetwork?.()) return
      const entry = await queues.change(owner, (queue) => {
        const leased = leaseNext(queue, leaseHolder)
        return { queue: leased.queue, result: leased.entry }
      })
      if (!entry) return scheduleNext(await queues.read(owner), leaseHolder)
      await (deps.trackWork ?? identity)(attemptEntry(deps, owner, entry, leaseHolder))
      if (deps.getUser()?.owner === owner) await mergeIntoRejected(deps, owner)
      // The user signed out during the attempt. Recording the result resumed the queue, so it is suspended again.
      else await deps.suspend?.(owner)
    }
  }
  const scheduleNext = (queue: EntryQueue, leaseHolder: LeaseHolder) => {
    const dueAtMs = getNextDueAt(queue, leaseHolder)
    if (dueAtMs === undefined) cancelTimer?.()
    else scheduleWake(Math.max(0, dueAtMs - clock.nowMs()))
  }
  const scheduleWake = (delayMs: number) => {
    cancelTimer?.()
    cancelTimer = clock.after(delayMs, () => void sender.wake())
  }
  /** Runs one round. Takes the lock and confirms the user only when something is left to send. */
  const sendDue = async () => {
    const owner = deps.getUser()?.owner
    if (owner === undefined) return
    // Needs no network, so it comes before the check.
    await mergeIntoRejected(deps, owner)
    if (deps.hasNoNetwork?.()) return
    const leaseHolder: LeaseHolder = { nowMs: clock.nowMs(), holder, locked: false }
    if (getNextDueAt(await queues.read(owner), leaseHolder) === undefined) return
    if (!isConfirmedUser(deps, owner)) await deps.confirmUser()
    if (isConfirmedUser(deps, owner))
      return locks.request(`outbox:${owner}`, (locked) => sendAll(owner, locked))
    scheduleWake(confirmRetryMs)
  }
  const run = async () => {
    while (isWakeRequested) {
      isWakeRequested = false
      // When the store fails, the next call of `wake` tries again.
      await sendDue().catch(() => undefined)
    }
  }
  const sender: Sender = {
    wake() {
      isWakeRequested = true
      currentRun ??= run().finally(() => {
        currentRun = undefined
        // `wake` was called between the end of the loop and this callback.
        if (isWakeRequested) void sender.wake()
      })
      return currentRun
    },
  }
  return sender
}

/** Delay before the token's user is fetched again when the server did not respond, in milliseconds. */
const confirmRetryMs = 30_000

/** The default of `trackWork`, for a sender without a page. */
const identity = <T>(work: Promise<T>): Promise<T> => work

/** Merges updates into the rejected entry that blocks them, so that no update is blocked forever. */
async function mergeIntoRejected(
  { queues, getSealer, newId }: Pick<SenderDeps, 'queues' | 'getSealer' | 'newId'>,
  owner: string,
): Promise<void> {
  const sealer = getSealer(owner)
  for (;;) {
    const candidate = findMergeCandidate(await queues.read(owner))
    if (!candidate) return
    const rejectedContent = await sealer.open(candidate.rejected.content)
    const newContent = await sealer.open(candidate.change.content)
    // Unreadable content cannot be merged. The user must delete the entry.
    if (!rejectedContent || !newContent) return
    const { content, files } = mergeContents(
      [rejectedContent, candidate.rejected.files],
      [newContent, candidate.change.files],
    )
    const revision = { key: newId(), content: await sealer.seal(content), files }
    await queues.change(owner, (queue) => ({
      queue: mergeCandidate(queue, candidate, revision),
      result: undefined,
    }))
  }
}

/** Content and files of one entry. */
type ContentWithFiles = readonly [content: EntryContent, files: readonly EntryFile[]]

/** Merges field by field; the later content wins, files included. */
function mergeContents(
  [rejectedContent, files]: ContentWithFiles,
  [newContent, newFiles]: ContentWithFiles,
): { content: EntryContent; files: EntryFile[] } {
  const isReplaced = ({ field }: EntryFile) =>
    newFiles.some((file) => file.field === field) || field in newContent.body
  const remaining = files.flatMap((meta, index) =>
    isReplaced(meta) ? [] : [{ meta, name: rejectedContent.fileNames[index] ?? '' }],
  )
  return {
    content: {
      ...rejectedContent,
      ...newContent,
      body: { ...rejectedContent.body, ...newContent.body },
      fileNames: [...remaining.map(({ name }) => name), ...newContent.fileNames],
    },
    files: [...remaining.map(({ meta }) => meta), ...newFiles],
  }
}

/** Sends one entry that this sender has leased, and records the result in the queue. @throws StoreError */
async function attemptEntry(
  deps: SenderDeps,
  owner: string,
  entry: StoredEntry,
  leaseHolder: LeaseHolder,
): Promise<void> {
  const { store, queues, http, clock } = deps
  const sealer = deps.getSealer(owner)
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
    // Before the result is recorded: a done entry is never tried again, so nothing would remove its draft later.
    if (storedResult.kind === 'done' && content && content !== keyUnavailable && content.draft !== undefined)
      await deps.deleteDraft?.(owner, content.draft, entry.createdAtMs).catch(() => undefined)
    await changeQueue((queue) => recordResult(queue, entry, storedResult, clock.nowMs()))
    if (storedResult.kind === 'done') deps.onDone?.({ ...entry, state: 'done', serverRef: storedResult.ref })
  } finally {
    stopRenewing()
  }
}

/** In place of content, when the device could not read the key this time; another attempt may succeed. */
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
    // Early enough that one failed renewal does not lose the lease.
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

/** Computes the delay of the next attempt and seals the rejection. A rejected background entry is dropped. */
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

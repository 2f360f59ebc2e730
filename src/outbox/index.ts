import { outbox } from './page-outbox.ts'
import { outboxChannel } from './outbox-channel.ts'

export { createId } from '#lib/create-id.ts'
export type { DraftState, Draft } from './use-draft.ts'
export { EntryStatus, useEntryStatusLabels } from './EntryStatus.tsx'
export { findRowEntries, hasArrived } from './find-row-entries.ts'
export {
  countVisibleEntries,
  maxFileBytes,
  type Conflict,
  type EntryState as OutboxState,
  type OutboxEntry,
  type Submission,
  type SubmittedFile,
} from './entry.ts'
export { getDraftName } from './drafts.ts'
export { findLatestEntry } from './find-entry.ts'
export {
  needsAttention,
  listEntries,
  needsDecision,
  refreshEntries as lookAgain,
  reviseEntry,
  submit,
  useEntries,
  useEntryFor,
  useHasOutboxError,
  useIsOutboxReady,
  useSuspendedCount,
} from './use-outbox.ts'
export { canSeal, countUnsent, signOutWith, suspendOutbox, type SignOutChoice } from './sign-out.ts'
export { getCurrentOwner } from './page-outbox.ts'
export { NotStoredError, type NotStoredReason } from './not-stored-error.ts'
export { NotStoredNotice } from './NotStoredNotice.tsx'
export {
  findOvertaken,
  findEditableEntry,
  isNewerThanRows,
  toFormBase,
  toOptimisticRow,
  type OptimisticRow,
} from './optimistic-row.ts'
export { findOverlaps, withAcceptedOverlaps } from './overlaps.ts'
export { startOutbox } from './start.ts'
export { useDraft } from './use-draft.ts'
export { useTextDraft, type TextDraft } from './use-text-draft.ts'

/** @see Outbox.discard */
export const discardEntry = outbox.discard
/** @see Outbox.takeBack */
export const cancelEntry = outbox.takeBack
/** @see Outbox.sendNow */
export const sendNow = outbox.sendNow
/** @see Outbox.keepMine */
export const keepMine = outbox.keepMine
/** @see Outbox.takeTheirs */
export const takeTheirs = outbox.takeTheirs
/** @see Outbox.keepSome */
export const keepSome = outbox.keepSome
/** @see Outbox.resend */
export const resendEntry = outbox.resend
/** Calls back when the server took an entry, of this tab or another one. */
export const onEntrySent = outboxChannel.onDone
/** Calls back when what waits on this device has changed, by this tab or another one. */
export const onOutboxChanged = outboxChannel.onChanged

import { outbox } from './page-outbox.ts'
import { outboxChannel } from './outbox-channel.ts'

export { createId } from '#platform/create-id.ts'
export type { DraftState, Draft } from './use-draft.ts'
export { EntryStatus, useEntryStatusLabels } from './EntryStatus.tsx'
export { findRowEntries, hasArrived } from './find-row-entries.ts'
export {
  countVisibleEntries,
  maxFileBytes,
  type Conflict,
  type EntryState,
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
  refreshEntries,
  reviseEntry,
  save,
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
  findSupersededCreation,
  findEditableEntry,
  isNewerThanRows,
  listEntriesWithoutRow,
  toFormBase,
  toOptimisticRow,
  toRowIds,
  toSavedRow,
  type OptimisticRow,
} from './optimistic-row.ts'
export { findOverlaps, withAcceptedOverlaps } from './overlaps.ts'
export { createSave, type Save, type SaveDeps, type SaveOptions, type SaveResult } from './save.ts'
export { startOutbox } from './start.ts'
export { useDraft } from './use-draft.ts'
export { useTextDraft, type TextDraft } from './use-text-draft.ts'

/** @see Outbox.discard */
export const discardEntry = outbox.discard
/** @see Outbox.cancel */
export const cancelEntry = outbox.cancel
/** @see Outbox.sendNow */
export const sendNow = outbox.sendNow
/** @see Outbox.keepLocal */
export const keepLocal = outbox.keepLocal
/** @see Outbox.acceptRemote */
export const acceptRemote = outbox.acceptRemote
/** @see Outbox.keepFields */
export const keepLocalFields = outbox.keepFields
/** @see Outbox.resend */
export const resendEntry = outbox.resend
/** Calls back when the server has taken an entry of this tab or of another one. */
export const onEntrySent = outboxChannel.onDone
/** Calls back when this tab or another one has changed a queue of this device. */
export const onOutboxChanged = outboxChannel.onChanged

import { outbox } from './page.ts'
import { tabs } from './tabs.ts'

export { newId } from '#lib/new-id.ts'
export type { DraftState, Draft } from './use-draft.ts'
export { EntryState, useEntryWords } from './EntryState.tsx'
export { entriesAbout, hasArrived } from './about-row.ts'
export {
  countGently,
  mostFileBytes,
  type Conflict,
  type EntryState as OutboxState,
  type OutboxEntry,
  type Submission,
  type SubmittedFile,
} from './entry.ts'
export { draftNameOf } from './drafts.ts'
export { findEntryOf } from './find-entry-of.ts'
export {
  isForPerson,
  listEntries,
  needsChoice,
  refresh as lookAgain,
  reviseEntry,
  submit,
  useEntries,
  useEntryOf,
  useHasOutboxFailed,
  useIsOutboxReady,
  useParkedCount,
} from './followed.ts'
export { canKeep, countUnsent, leaveWith, parkOutbox, type LeaveChoice } from './leaving.ts'
export { ownerNow } from './page.ts'
export { NotStored, type NotStoredReason } from './not-stored.ts'
export { NotStoredNote } from './NotStoredNote.tsx'
export { findOvertaken, findPending, isNews, toOriginal, toOwnThing, type OwnThing } from './own-thing.ts'
export { findOverlaps, withAcceptedOverlaps } from './overlaps.ts'
export { startOutbox } from './start.ts'
export { useDraft } from './use-draft.ts'
export { useTextDraft, type TextDraft } from './use-text-draft.ts'

/** @see Outbox.discard */
export const discardEntry = outbox.discard
/** @see Outbox.takeBack */
export const takeBackEntry = outbox.takeBack
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
export const onEntryDone = tabs.onDone
/** Calls back when what waits on this device has changed, by this tab or another one. */
export const onOutboxChanged = tabs.onChanged

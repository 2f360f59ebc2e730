import { outbox } from './page.ts'

export { newId } from '#lib/new-id.ts'
export type { DraftState, Draft } from './use-draft.ts'
export { EntryState } from './EntryState.tsx'
export {
  mostFileBytes,
  type Conflict,
  type EntryState as OutboxState,
  type OutboxEntry,
  type Submission,
  type SubmittedFile,
} from './entry.ts'
export { useEntries, useEntryOf, useIsOutboxReady } from './followed.ts'
export { NotStored, type NotStoredReason } from './not-stored.ts'
export { NotStoredNote } from './NotStoredNote.tsx'
export { onEntryDone } from './page.ts'
export { useDraft } from './use-draft.ts'

/** @see Outbox.submit */
export const submit = outbox.submit
/** @see Outbox.revise */
export const reviseEntry = outbox.revise
/** @see Outbox.discard */
export const discardEntry = outbox.discard
/** @see Outbox.sendNow */
export const sendNow = outbox.sendNow
/** @see Outbox.keepMine */
export const keepMine = outbox.keepMine
/** @see Outbox.takeTheirs */
export const takeTheirs = outbox.takeTheirs

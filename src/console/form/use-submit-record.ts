import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useSelector } from '@tanstack/react-store'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldIssue } from '#contract/envelope.ts'
import type { Values } from '#contract/form/form-shape.ts'
import { useSubmission, type ModuleForm } from '#forms/index.ts'
import { useIsOffline } from '#platform/connectivity.ts'
import { notify } from '#platform/notices.ts'
import {
  findOverlaps,
  useEntries,
  type Draft,
  type OutboxEntry,
  save,
  withAcceptedOverlaps,
} from '#outbox/index.ts'
import { consoleKey } from '../data/queries.ts'
import { getDraftName, findPending } from './record-paths.ts'

/** State of the form's submission. */
export interface SubmitRecordState {
  /** True from the button until the server has answered, or cannot be reached. */
  isBusy: boolean
  /** Why the entry could not be stored; the form stays open with its input. */
  failure: unknown
  /** The submitted entry that the server has not accepted: it is queued, was rejected, or has a conflict. */
  pendingEntry: OutboxEntry | undefined
  /** Overlaps with other rows that the user must accept before the server accepts the record. */
  overlaps: readonly FieldIssue[] | undefined
  /**
   * Submits the form.
   * @param title title of the entry in the user's language
   * @param accepted overlaps that the user accepts
   */
  send: (title: string, accepted?: readonly FieldIssue[]) => Promise<void>
  /**
   * To be called when the user has resolved a conflict.
   * @param hasLocal values of the user are sent, and the record opens after that; otherwise it opens at once
   */
  onConflictResolved: (hasLocal: boolean) => void
}

interface SubmitRecordOptions {
  form: ModuleForm
  isDraftLoaded: boolean
  draft: Draft<Values>
  /** Name of the row's module. */
  module: string
  /** Id of the edited row; undefined for a new one. */
  rowId: string | undefined
  /** Path of the form, which identifies its draft and its outbox entry. */
  path: string
  /** Keys of the fields that the device stores encrypted only. */
  sensitive: readonly string[]
}

/** Whether the form waits for the server's response. Otherwise it shows the entry's state. */
function isResponseExpected(
  sentEntry: OutboxEntry | undefined,
  entries: readonly OutboxEntry[],
  isOffline: boolean,
): boolean {
  if (!sentEntry || isOffline || sentEntry.isBlocked) return false
  const isQueueBlocked = entries.some(
    ({ state, isQuiet }) => !isQuiet && (state === 'waiting' || state === 'needs_auth'),
  )
  return sentEntry.state === 'sending' || (sentEntry.state === 'queued' && !isQueueBlocked)
}

/** Submits a form to the outbox and opens the record once the server has it. */
export function useSubmitRecord(options: SubmitRecordOptions): SubmitRecordState {
  const { form, isDraftLoaded, draft, module, rowId, path, sensitive } = options
  const { t } = useTranslation('console')
  const entries = useEntries()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const client = useQueryClient()
  /** Id of the entry whose acceptance opens the record. */
  const [sentEntryId, setSentEntryId] = useState<string>()
  /** A refused entry that the device could not store. Its overlaps stay on screen while their acceptance is saved. */
  const [unstoredEntry, setUnstoredEntry] = useState<OutboxEntry>()
  const pendingEntry = findPending(entries, path)
  const submission = useSubmission(form, { isDraftLoaded, entry: pendingEntry })
  const state = useSelector(submission.store)
  const isSubmitting = state.kind === 'saving'
  const sentEntry = entries.find(({ id }) => id === sentEntryId)
  const isAwaitingResponse = isResponseExpected(sentEntry, entries, useIsOffline())
  const openRecord = async (id: string) => {
    notify({ kind: 'success', title: t('form.saved') })
    for (const scope of ['rows', 'row', 'labels', 'modules'])
      void client.invalidateQueries({ queryKey: [consoleKey, scope] })
    // `place` numbers the drafts of new records; a record's URL does not have it.
    const { place: _place, ...listSearch } = search as Record<string, unknown>
    await navigate({ to: '/console/$module/$id', params: { module, id }, search: listSearch, replace: true })
  }
  const isSentEntryDone = sentEntry?.state === 'done'
  // While `send` runs, it opens the record itself.
  const shouldOpen = isSentEntryDone && !isSubmitting
  useEffect(() => {
    if (shouldOpen) void openRecord(rowId ?? sentEntry.serverRef?.id ?? sentEntry.entityId)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the server has accepted the entry
  }, [shouldOpen])
  return {
    isBusy: isSubmitting || isAwaitingResponse || isSentEntryDone,
    failure: state.kind === 'idle' ? state.failure : undefined,
    pendingEntry: isAwaitingResponse ? undefined : pendingEntry,
    overlaps: isAwaitingResponse ? undefined : findOverlaps(pendingEntry ?? unstoredEntry),
    onConflictResolved(hasLocal) {
      if (hasLocal) return setSentEntryId(pendingEntry?.id)
      void draft.drop().then(() => openRecord(rowId ?? ''))
    },
    async send(title, accepted) {
      await submission.send(async () => {
        const details = { title, formPath: path, draft: getDraftName(path), sensitive, accepted }
        const submittedEntry = await submitRecord(form, { module, rowId, pending: pendingEntry, ...details })
        const isAccepted = submittedEntry === undefined || submittedEntry.state === 'done'
        // The effect above must not open an accepted record a second time.
        setSentEntryId(isAccepted ? undefined : submittedEntry.id)
        if (isAccepted) {
          await draft.drop()
          await openRecord(rowId ?? submittedEntry?.serverRef?.id ?? '')
        }
        setUnstoredEntry(submittedEntry)
        return { entry: submittedEntry }
      })
    },
  }
}

/** The submission of a record form. */
interface RecordSubmission {
  module: string
  /** The edited row; absent for a new one. */
  rowId: string | undefined
  /** The entry that the same form submitted before and that has not arrived. */
  pending: OutboxEntry | undefined
  /** Title of the entry in the user's language. */
  title: string
  formPath: string
  /** Name of the draft, which stays until the server has accepted the entry. */
  draft: string
  /** Keys of the fields that the device stores encrypted only. */
  sensitive: readonly string[]
  /** Overlaps that the server reported and the user accepts. */
  accepted: readonly FieldIssue[] | undefined
}

/**
 * Saves a form: all fields of a new row, the changed ones of another.
 * @returns undefined when nothing has changed
 */
async function submitRecord(
  form: Pick<ModuleForm, 'body' | 'files' | 'version'>,
  { rowId, pending, accepted, ...options }: RecordSubmission,
): Promise<OutboxEntry | undefined> {
  const [changedValues, files] = [form.body(), form.files()]
  const isUnchanged = Object.keys(changedValues).length === 0 && files.length === 0
  const { entry } = await save({
    ...options,
    row: rowId === undefined ? undefined : { id: rowId },
    entries: pending ? [pending] : [],
    // Accepted overlaps without a change would make a write out of nothing.
    values: accepted && !isUnchanged ? withAcceptedOverlaps(changedValues, accepted) : changedValues,
    files,
    // The version that the user began to edit. The form of a new row has none; `save` uses it for edits only.
    version: form.version ?? 1,
  })
  return entry
}

import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldIssue } from '#contract/envelope.ts'
import type { Values } from '#contract/form/form-shape.ts'
import type { ModuleForm } from '#features/forms'
import { useIsOffline } from '#lib/connectivity.ts'
import { notify } from '#lib/notices.ts'
import { findOverlaps, useEntries, type Draft, type OutboxEntry } from '#outbox/index.ts'
import { consoleKey } from '../data/queries.ts'
import { getDraftName, findPending } from './record-paths.ts'
import { submitRecord } from './submit-record.ts'

/** State of the form's submission. */
export interface SubmitRecordState {
  /** True from the button until the server has answered, or cannot be reached. */
  isBusy: boolean
  /** Why the entry could not be stored; the form stays open with its input. */
  failure: unknown
  /** The submitted entry that has not arrived: it waits, was rejected, or has a conflict. */
  pending: OutboxEntry | undefined
  /** Overlaps with other rows that the user must accept before the server takes the record. */
  overlaps: readonly FieldIssue[] | undefined
  /** @param accepted overlaps that the user accepts */
  send: (title: string, accepted?: readonly FieldIssue[]) => Promise<void>
  /** Called when the user has resolved a conflict; follows the entry when some of the user's values are sent. */
  settle: (hasLocal: boolean) => void
}

interface SubmitRecordOptions {
  form: ModuleForm
  isFilled: boolean
  draft: Draft<Values>
  module: string
  rowId: string | undefined
  path: string
  sensitive: readonly string[]
}

/** Whether a response may come at any moment. Otherwise the form shows the entry's state and the user goes on. */
function isAwaited(
  entry: OutboxEntry | undefined,
  entries: readonly OutboxEntry[],
  isOffline: boolean,
): boolean {
  if (!entry || isOffline || entry.isBlocked) return false
  const isQueueBlocked = entries.some(
    ({ state, isQuiet }) => !isQuiet && (state === 'waiting' || state === 'needs_auth'),
  )
  return entry.state === 'sending' || (entry.state === 'queued' && !isQueueBlocked)
}

/** Submits a form to the outbox and opens the record once the server has it. */
export function useSubmitRecord(options: SubmitRecordOptions): SubmitRecordState {
  const { form, isFilled, draft, module, rowId, path, sensitive } = options
  const { t } = useTranslation('console')
  const entries = useEntries()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const client = useQueryClient()
  const [isSubmitting, setSubmitting] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [sent, setSent] = useState<string>()
  const [unstored, setUnstored] = useState<OutboxEntry>()
  const pending = findPending(entries, path)
  const entry = entries.find(({ id }) => id === sent)
  const isOnItsWay = isAwaited(entry, entries, useIsOffline())
  const open = async (id: string) => {
    notify({ kind: 'success', title: t('form.saved') })
    for (const part of ['rows', 'row', 'labels', 'modules'])
      void client.invalidateQueries({ queryKey: [consoleKey, part] })
    const { place: _place, ...list } = search as Record<string, unknown>
    await navigate({ to: '/console/$module/$id', params: { module, id }, search: list, replace: true })
  }
  const isDone = entry?.state === 'done'
  // A submission in progress is followed instead.
  const shouldOpen = isDone && !isSubmitting
  useEffect(() => {
    if (shouldOpen) void open(rowId ?? entry.serverRef?.id ?? entry.entityId)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it arrives
  }, [shouldOpen])
  useServerIssues(form, isFilled, pending)
  return {
    isBusy: isSubmitting || isOnItsWay || isDone,
    failure,
    pending: isOnItsWay ? undefined : pending,
    overlaps: isOnItsWay ? undefined : findOverlaps(pending ?? unstored),
    settle(hasLocal) {
      if (hasLocal) return setSent(pending?.id)
      void draft.drop().then(() => open(rowId ?? ''))
    },
    async send(title, accepted) {
      if (isSubmitting) return
      setSubmitting(true)
      setFailure(undefined)
      try {
        const details = { title, formPath: path, draft: getDraftName(path), sensitive, accepted }
        const submitted = await submitRecord(form, { module, rowId, pending, ...details })
        const isArrived = submitted === undefined || submitted.state === 'done'
        // A sent entry is opened here and not followed too: the device may have stored it after all.
        setSent(isArrived ? undefined : submitted.id)
        if (isArrived) {
          await draft.drop()
          await open(rowId ?? submitted?.serverRef?.id ?? '')
        }
        // Without storage the entry was sent at once, and this form is the only copy of the input.
        if (submitted?.state === 'rejected' && !findOverlaps(submitted))
          form.showServerIssues(submitted.problems ?? [])
        setUnstored(submitted)
      } catch (error) {
        setFailure(error)
      } finally {
        setSubmitting(false)
      }
    },
  }
}

/** Shows the server's issues at their fields, once for each rejection. */
function useServerIssues(
  { showServerIssues }: ModuleForm,
  isFilled: boolean,
  pending: OutboxEntry | undefined,
): void {
  const reported = useRef<string>(undefined)
  const isRefused = pending?.state === 'rejected' && !findOverlaps(pending)
  const problems = isRefused ? pending.problems : undefined
  const issueKey = problems && `${pending?.id} ${pending?.tries}`
  useEffect(() => {
    if (!isFilled || !problems || reported.current === issueKey) return
    reported.current = issueKey
    showServerIssues(problems)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each rejection: corrected fields stay corrected
  }, [isFilled, issueKey])
}

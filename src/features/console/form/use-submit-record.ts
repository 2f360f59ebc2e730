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

/** Where what the form handed in stands. */
export interface SubmitRecordState {
  /** From the button until the server has answered, or it is clear that it will not now. */
  isBusy: boolean
  /** What kept it from being kept; the form stays open with what was typed. */
  failure: unknown
  /** What was handed in and has not arrived: it waits, was refused, or meets what somebody else wrote. */
  pending: OutboxEntry | undefined
  /** What the server asks about before it takes the record: others in one place at one time. */
  overlaps: readonly FieldIssue[] | undefined
  /** @param accepted overlaps that the person wants all the same */
  send: (title: string, accepted?: readonly FieldIssue[]) => Promise<void>
  /** It was chosen between what stands here and there; what was sent of it is awaited. */
  settle: (isSomething: boolean) => void
}

interface SendingOf {
  form: ModuleForm
  isFilled: boolean
  draft: Draft<Values>
  module: string
  rowId: string | undefined
  path: string
  sensitive: readonly string[]
}

/** Whether an answer may come any moment: what must wait is told of, and the person goes on. */
function isAwaited(
  entry: OutboxEntry | undefined,
  entries: readonly OutboxEntry[],
  isOffline: boolean,
): boolean {
  if (!entry || isOffline || entry.isBlocked) return false
  const isHeldUp = entries.some(
    ({ state, isQuiet }) => !isQuiet && (state === 'waiting' || state === 'needs_auth'),
  )
  return entry.state === 'sending' || (entry.state === 'queued' && !isHeldUp)
}

/** Hands a form to the outbox, and goes on to the record once the server has it. */
export function useSubmitRecord(of: SendingOf): SubmitRecordState {
  const { form, isFilled, draft, module, rowId, path, sensitive } = of
  const { t } = useTranslation('console')
  const entries = useEntries()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const client = useQueryClient()
  const [isHanding, setHanding] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [sent, setSent] = useState<string>()
  const [unkept, setUnkept] = useState<OutboxEntry>()
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
  // While something is handed in, that will be followed in its place.
  const isToOpen = isDone && !isHanding
  useEffect(() => {
    if (isToOpen) void open(rowId ?? entry.serverRef?.id ?? entry.entityId)
    // oxlint-disable-next-line react/exhaustive-deps -- once, as it arrives
  }, [isToOpen])
  useRefusal(form, isFilled, pending)
  return {
    isBusy: isHanding || isOnItsWay || isDone,
    failure,
    pending: isOnItsWay ? undefined : pending,
    overlaps: isOnItsWay ? undefined : findOverlaps(pending ?? unkept),
    settle(isSomething) {
      if (isSomething) return setSent(pending?.id)
      void draft.drop().then(() => open(rowId ?? ''))
    },
    async send(title, accepted) {
      if (isHanding) return
      setHanding(true)
      setFailure(undefined)
      try {
        const words = { title, formPath: path, draft: getDraftName(path), sensitive, accepted }
        const kept = await submitRecord(form, { module, rowId, pending, ...words })
        const isArrived = kept === undefined || kept.state === 'done'
        // What has arrived is opened here, once, and not followed as well: the device may have kept it after all.
        setSent(isArrived ? undefined : kept.id)
        if (isArrived) {
          await draft.drop()
          await open(rowId ?? kept?.serverRef?.id ?? '')
        }
        // Where the device keeps nothing it was sent at once: then this form is the only place that it lies in.
        if (kept?.state === 'rejected' && !findOverlaps(kept)) form.refuse(kept.problems ?? [])
        setUnkept(kept)
      } catch (error) {
        setFailure(error)
      } finally {
        setHanding(false)
      }
    },
  }
}

/** What the server refused, at its fields, once for each refusal. */
function useRefusal({ refuse }: ModuleForm, isFilled: boolean, pending: OutboxEntry | undefined): void {
  const told = useRef<string>(undefined)
  const isRefused = pending?.state === 'rejected' && !findOverlaps(pending)
  const problems = isRefused ? pending.problems : undefined
  const which = problems && `${pending?.id} ${pending?.tries}`
  useEffect(() => {
    if (!isFilled || !problems || told.current === which) return
    told.current = which
    refuse(problems)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each refusal: what is mended stays so
  }, [isFilled, which])
}

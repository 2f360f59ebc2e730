import { useRef, useState } from 'react'
import type { ModuleMetadata, ActionMetadata } from '#contract/metadata.ts'
import { matchesAllConditions } from '#contract/form/matches.ts'
import type { FilterItem } from '#contract/filters.ts'
import { useLocale } from '#platform/locale.ts'
import type { OutboxEntry } from '#outbox/index.ts'
import type { Row } from '../data/console-api.ts'
import { submitAction } from '../record/submit-action.ts'
import { undoWindowMs, useUndoAction } from '../record/use-undo-action.ts'
import { titleDot } from '../field-values/field-text.ts'
import { getActionForm, orderActions } from '../record/action-form.ts'
import type { ReviewQueueState } from './use-queue.ts'

/** Decides about rows and undoes the last decision. {@link useDecisions} creates it for the decision bar. */
export interface Decisions {
  /**
   * For an action without a form; `name` is that of the action. Decides at once: the next row is shown while the
   * decision is sent.
   */
  decide: (name: string) => void
  /** For an action with a form, whose input is `body`; resolves once the decision is stored. */
  decideWith: (name: string, body: Record<string, unknown>) => Promise<OutboxEntry>
  /** Label of the last decision while it can be undone. */
  lastLabel: string | undefined
  undo: () => void
  /** The last decision was sent before it could be undone. */
  isTooLate: boolean
  /** Why the last decision could not be stored; undefined otherwise. */
  failure: unknown
}

/** Sends decisions through the outbox. Without network they are queued; a rejected one reopens its row. */
export function useDecisions(
  metadata: ModuleMetadata,
  queue: ReviewQueueState,
  row: Row | undefined,
  title: string,
): Decisions {
  const locale = useLocale()
  const { lastAction, track, undo: undoLast } = useUndoAction()
  const [isTooLate, setTooLate] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  /** The last submission. Undo awaits it, because the user may undo before the entry is stored. */
  const submission = useRef<Promise<unknown>>(undefined)
  const submitDecision = async (decidedRow: Row, name: string, body: Record<string, unknown>) => {
    setFailure(undefined)
    setTooLate(false)
    const previousEntry = queue.findEntry(decidedRow.id)
    const entry = await submitAction({
      metadata,
      row: decidedRow,
      title,
      locale,
      entry: previousEntry,
      name,
      body,
      delayMs: undoWindowMs,
    })
    const label = `${metadata.actions[name]?.label[locale] ?? name}${titleDot}${title}`
    track({ id: decidedRow.id, entryId: entry.id, label })
    return entry
  }
  const submitAndRemember = (...decision: Parameters<typeof submitDecision>) => {
    const pendingSubmission = submitDecision(...decision)
    // The caller of this function handles the failure; undo only needs the end.
    submission.current = pendingSubmission.catch(() => undefined)
    return pendingSubmission
  }
  const undo = async () => {
    const pendingSubmission = submission.current
    if (!pendingSubmission) return
    submission.current = undefined
    await pendingSubmission
    const undoneAction = await undoLast()
    if (undoneAction) queue.reopen(undoneAction.id)
    else setTooLate(true)
  }
  return {
    decide: (name) => {
      if (!row) return
      queue.decide(row.id)
      submitAndRemember(row, name, {}).then(
        ({ state }) => state === 'rejected' && queue.reopen(row.id),
        (error: unknown) => {
          setFailure(error)
          queue.reopen(row.id)
        },
      )
    },
    decideWith: async (name, body) => {
      if (!row) throw new Error('there is no row to decide about')
      const entry = await submitAndRemember(row, name, body)
      if (entry.state !== 'rejected') queue.decide(row.id)
      return entry
    },
    lastLabel: lastAction?.label,
    undo: () => void undo().catch(setFailure),
    isTooLate,
    failure,
  }
}

/**
 * Finds the action that marks a row as under review: it has no fields and no tone, and the row in its new state still
 * matches the filters of the pending rows.
 * @returns its name; undefined when the row's state allows none
 */
export function findStartReviewAction(
  metadata: ModuleMetadata,
  row: Row,
  pendingFilters: readonly FilterItem[],
): string | undefined {
  const { workflow } = metadata
  if (!workflow || pendingFilters.length === 0) return undefined
  // The shape of a form without an action: its fields' types decide how filters compare.
  const shape = getActionForm(metadata, { label: metadata.label })
  return row.permissions?.actions.find((name) => {
    const action = metadata.actions[name]
    if (!action || !changesStateOnly(action) || action.to === row[workflow.field]) return false
    return matchesAllConditions(
      shape,
      pendingFilters,
      { ...row, [workflow.field]: action.to },
      () => undefined,
    )
  })
}

const changesStateOnly = ({ to, tone, fields = [] }: ActionMetadata) =>
  to !== undefined && tone === undefined && fields.length === 0

/** Lists the decisions about a row: the actions that its state allows, and those that the started review allows. */
export function listDecisions(metadata: ModuleMetadata, row: Row, startAction: string | undefined): string[] {
  const currentActions = row.permissions?.actions ?? []
  const reviewState = startAction === undefined ? undefined : metadata.actions[startAction]?.to
  const actionsAfterStart = Object.entries(metadata.actions)
    .filter(([, { from }]) => reviewState !== undefined && from?.includes(reviewState))
    .map(([name]) => name)
  return orderActions(
    metadata,
    [...new Set([...currentActions, ...actionsAfterStart])].filter((name) => name !== startAction),
  )
}

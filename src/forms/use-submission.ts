import { createStore, useSelector, type Store } from '@tanstack/react-store'
import { useEffect, useRef, useState } from 'react'
import type { FieldIssue } from '#contract/envelope.ts'
import { waitForPaint } from '#platform/browser.ts'
import { findOverlaps, type OutboxEntry } from '#outbox/index.ts'
import type { ModuleForm } from './module-form.ts'

/** Where the save of a form or of a button stands. */
export type SubmissionState =
  /**
   * Nothing is being saved. `failure` is the error of the last save, most often a NotStoredError: the form stays open with
   * its input.
   */
  | { kind: 'idle'; failure?: unknown }
  /** The save runs. */
  | { kind: 'saving' }
  /** The entry is stored on this device, which sends it as soon as it can. */
  | { kind: 'saved'; entry: OutboxEntry }
  /** The server has taken the entry. There is no entry when there was nothing to save. */
  | { kind: 'sent'; entry: OutboxEntry | undefined }
  /** The server refused the entry. There are no issues when it named no field. */
  | { kind: 'refused'; entry: OutboxEntry; issues: readonly FieldIssue[] }
  /** The row was changed elsewhere. The user chooses between both versions. */
  | { kind: 'conflict'; entry: OutboxEntry }

/** Saves, and returns the entry; none when there was nothing to save. */
type SaveWork = () => Promise<{ entry?: OutboxEntry | undefined } | void>

/** The saves of one form or button, one at a time. An outbox submission is what one of them hands over. */
export interface FormSubmission {
  /** The state. A form selects what it shows of it, so that other changes do not render its fields again. */
  store: Store<SubmissionState>
  /**
   * Runs the work once, however often the button is tapped. The state is `saving` until the work has settled.
   * @returns the state afterwards: `idle` when the work failed; undefined when it was not run, since another work
   *   runs or the form is saved already
   */
  send: (work: SaveWork) => Promise<SubmissionState | undefined>
}

/** The saves of a component, with what it renders of their state. */
export interface UseSubmissionResult extends FormSubmission {
  /** The entry that the server refused at once. On a device without storage it exists only in this form. */
  refused: OutboxEntry | undefined
}

/** How a form uses its submission. */
interface SubmissionOptions {
  /**
   * True for a form whose footer confirms that the entry is saved. Then `send` resolves after the confirmation was
   * painted, so that the next page renders after it, and a saved form is not sent again.
   */
  confirmsInFooter?: boolean
}

interface UseSubmissionOptions extends SubmissionOptions {
  /** False until the draft is in the form: before that the form cannot show issues. */
  isDraftLoaded: boolean
  /** Entry of the same form that may be rejected. */
  entry?: OutboxEntry | undefined
}

/** A form of which the submission shows no issues: its component shows them, or there are no fields. */
const noForm = { showServerIssues: () => undefined }

/**
 * Returns the submission of a form or button.
 * @param form shows the server's issues at its fields. Without it the component handles `refused`
 */
export function useSubmission(
  form: Pick<ModuleForm, 'showServerIssues'> = noForm,
  { isDraftLoaded, entry, ...options }: UseSubmissionOptions = { isDraftLoaded: false },
): UseSubmissionResult {
  const [{ store, send }] = useState(() => createFormSubmission(options))
  const refused = useSelector(store, (state) => (state.kind === 'refused' ? state.entry : undefined))
  useServerIssues(form, isDraftLoaded, entry)
  return {
    store,
    refused,
    async send(work) {
      const state = await send(work)
      if (state?.kind === 'refused' && !findOverlaps(state.entry)) form.showServerIssues(state.issues)
      return state
    },
  }
}

/** Returns whether the form can close: its entry is stored or sent, or there was nothing to save. */
export const isSaved = (state: SubmissionState | undefined): boolean =>
  state?.kind === 'saved' || state?.kind === 'sent'

/** Returns the state of a save from its entry in the outbox. Undefined stands for a save without anything to send. */
function toSubmissionState(entry: OutboxEntry | undefined): SubmissionState {
  if (!entry) return { kind: 'sent', entry }
  switch (entry.state) {
    case 'done':
      return { kind: 'sent', entry }
    case 'rejected':
      return { kind: 'refused', entry, issues: entry.problems ?? [] }
    case 'conflict':
      return { kind: 'conflict', entry }
    default:
      return { kind: 'saved', entry }
  }
}

/**
 * Shows the server's issues at their fields, once for each rejection: corrected fields stay corrected. Overlaps that the
 * user can accept are no issues.
 */
function useServerIssues(
  { showServerIssues }: Pick<ModuleForm, 'showServerIssues'>,
  isDraftLoaded: boolean,
  entry: OutboxEntry | undefined,
): void {
  const reportedRejection = useRef<string>(undefined)
  const isRejected = entry?.state === 'rejected' && !findOverlaps(entry)
  const issues = isRejected ? entry.problems : undefined
  // Each attempt may be refused for other reasons.
  const rejection = issues && `${entry?.id} ${entry?.tries}`
  useEffect(() => {
    if (!isDraftLoaded || !issues || reportedRejection.current === rejection) return
    reportedRejection.current = rejection
    showServerIssues(issues)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each rejection
  }, [isDraftLoaded, rejection])
}

/** Creates a submission in the state `idle`. */
export function createFormSubmission({ confirmsInFooter = false }: SubmissionOptions = {}): FormSubmission {
  const store = createStore<SubmissionState>({ kind: 'idle' })
  const setState = (state: SubmissionState): SubmissionState => {
    store.setState(() => state)
    return state
  }
  return {
    store,
    async send(work) {
      const { kind } = store.state
      if (kind === 'saving' || (confirmsInFooter && kind === 'saved')) return undefined
      setState({ kind: 'saving' })
      try {
        const result = await work()
        const state = setState(toSubmissionState(result?.entry))
        if (confirmsInFooter && state.kind === 'saved') await waitForPaint()
        return state
      } catch (failure) {
        return setState({ kind: 'idle', failure })
      }
    },
  }
}

import { useEffect, useRef, useState } from 'react'
import { waitForPaint } from '#platform/browser.ts'
import { findOverlaps, type OutboxEntry } from '#outbox/index.ts'
import type { ModuleForm } from './module-form.ts'

/** State of the submission as the form's footer shows it. */
export interface SubmissionState {
  isBusy: boolean
  /** Why it could not be stored. The form stays open with what was typed. */
  failure?: unknown
  /** The entry, once it is stored on the device. */
  stored?: OutboxEntry
}

/**
 * State between the tap on the button and the confirmation that the entry is stored. Only the footer subscribes to it.
 */
export interface SubmissionStore {
  state: () => SubmissionState
  subscribe: (listener: () => void) => () => void
  /**
   * Submits once, however often the button is tapped.
   * Resolves after the confirmation was painted, so that the next page renders after it.
   * @param work saves; returns no entry when there was nothing to send
   * @returns undefined when nothing could be stored
   */
  send: (
    work: () => Promise<{ entry?: OutboxEntry | undefined }>,
  ) => Promise<{ entry: OutboxEntry | undefined } | undefined>
}

/** Delay before the button shows progress, in milliseconds. Even slow phones store within it. */
const busyAfterMs = 250

/** The submission of a form that is saved through the outbox. */
export interface Submission {
  /** For the form's footer. */
  store: SubmissionStore
  /** A rejected entry of a device without storage, which exists only in this form. */
  refused: OutboxEntry | undefined
  /**
   * Saves once, and shows the server's issues at their fields when it refuses at once.
   * @returns true when the form can close: the entry is stored or sent, or there was nothing to save
   */
  send: (save: () => Promise<{ entry?: OutboxEntry | undefined }>) => Promise<boolean>
}

/**
 * Returns the submission of a form.
 * @param form must be loaded before the server's issues can show at its fields
 * @param entry entry of the same form that may be rejected
 */
export function useSubmission(
  form: ModuleForm,
  { isDraftLoaded, entry }: { isDraftLoaded: boolean; entry?: OutboxEntry | undefined },
): Submission {
  const [store] = useState(createSubmissionStore)
  const [refused, setRefused] = useState<OutboxEntry>()
  useServerIssues(form, isDraftLoaded, entry)
  return {
    store,
    refused,
    async send(save) {
      setRefused(undefined)
      const result = await store.send(save)
      if (!result) return false
      if (result.entry?.state !== 'rejected') return true
      setRefused(result.entry)
      form.showServerIssues(result.entry.problems ?? [])
      return false
    },
  }
}

/**
 * Shows the server's issues at their fields, once for each rejection: corrected fields stay corrected. Overlaps that the
 * user can accept are no issues.
 */
export function useServerIssues(
  { showServerIssues }: Pick<ModuleForm, 'showServerIssues'>,
  isDraftLoaded: boolean,
  entry: OutboxEntry | undefined,
): void {
  const reportedRejection = useRef<string>(undefined)
  const isRejected = entry?.state === 'rejected' && !findOverlaps(entry)
  const issues = isRejected ? entry.problems : undefined
  const rejection = issues && `${entry?.id} ${entry?.tries}`
  useEffect(() => {
    if (!isDraftLoaded || !issues || reportedRejection.current === rejection) return
    reportedRejection.current = rejection
    showServerIssues(issues)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each rejection
  }, [isDraftLoaded, rejection])
}

/** Creates the submission of one form. */
export function createSubmissionStore(): SubmissionStore {
  const listeners = new Set<() => void>()
  let state: SubmissionState = { isBusy: false }
  let isSending = false
  const setState = (next: SubmissionState) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async send(work) {
      if (isSending || state.stored) return undefined
      isSending = true
      const timer = setTimeout(() => setState({ isBusy: true }), busyAfterMs)
      if (state.failure !== undefined) setState({ isBusy: false })
      try {
        const { entry } = await work()
        // The result must not be overwritten by the timer: painting may take longer than its delay.
        clearTimeout(timer)
        const isStored = entry?.state === 'queued' || entry?.state === 'waiting'
        setState({ isBusy: false, ...(isStored && { stored: entry }) })
        if (isStored) await waitForPaint()
        return { entry }
      } catch (failure) {
        setState({ isBusy: false, failure })
        return undefined
      } finally {
        clearTimeout(timer)
        isSending = false
      }
    },
  }
}

import { useState } from 'react'
import { waitForPaint } from '#platform/timing.ts'
import type { OutboxEntry } from '#outbox/index.ts'

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

/** Returns the submission of one form. */
export const useSubmission = (): SubmissionStore => useState(createSubmissionStore)[0]

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

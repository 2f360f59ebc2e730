import { useState } from 'react'
import { waitForPaint } from '#lib/wait-for-paint.ts'
import type { OutboxEntry } from '#outbox/index.ts'

/** What the foot of a form shows of its sending. */
export interface SubmissionState {
  isBusy: boolean
  /** What kept it from being kept; the form stays open with what was typed. */
  failure?: unknown
  /** It lies on the device. */
  kept?: OutboxEntry
}

/** The moment between the button and the device's word that it is kept. Only the form's foot is drawn anew for it. */
export interface SubmissionStore {
  state: () => SubmissionState
  subscribe: (listener: () => void) => () => void
  /**
   * Hands a form to the outbox, once however often the button is tapped. Settles when it is painted that it is kept: what
   * stands in the place of the form then is drawn after that.
   * @param work undefined when there was nothing to send
   * @returns undefined when nothing could be kept
   */
  send: (
    work: () => Promise<OutboxEntry | undefined>,
  ) => Promise<{ entry: OutboxEntry | undefined } | undefined>
}

/** From when it is shown that something is on its way to the disk, in milliseconds: slow phones have kept it by then. */
const busyAfterMs = 250

/** The sending of one form. */
export const useSubmission = (): SubmissionStore => useState(createSubmissionStore)[0]

/** Makes the sending of one form. */
export function createSubmissionStore(): SubmissionStore {
  const listeners = new Set<() => void>()
  let state: SubmissionState = { isBusy: false }
  let isSending = false
  const show = (next: SubmissionState) => {
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
      if (isSending || state.kept) return undefined
      isSending = true
      const timer = setTimeout(() => show({ isBusy: true }), busyAfterMs)
      if (state.failure !== undefined) show({ isBusy: false })
      try {
        const entry = await work()
        // What comes now is shown for good: the paint below may last longer than that.
        clearTimeout(timer)
        const isKept = entry?.state === 'queued' || entry?.state === 'waiting'
        show({ isBusy: false, ...(isKept && { kept: entry }) })
        if (isKept) await waitForPaint()
        return { entry }
      } catch (failure) {
        show({ isBusy: false, failure })
        return undefined
      } finally {
        clearTimeout(timer)
        isSending = false
      }
    },
  }
}

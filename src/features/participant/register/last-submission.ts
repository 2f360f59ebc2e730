import { useLocation } from '@tanstack/react-router'
import type { OutboxEntry } from '#outbox/index.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Passes the result to the next page on a device that cannot store the outbox. */
    sentRegistration?: LastSubmission
  }
}

/** The status of a submission, without its values. */
export type LastSubmission = Pick<OutboxEntry, 'deed' | 'state'>

/** Creates the navigation state for the success page. Only a submission that was sent without the queue needs it. */
export function toNavigationState({ deed, state }: OutboxEntry): { sentRegistration?: LastSubmission } {
  return state === 'done' ? { sentRegistration: { deed, state } } : {}
}

/** Returns the status that the previous page passed on. */
export const useLastSubmission = (): LastSubmission | undefined =>
  useLocation({ select: ({ state }) => state.sentRegistration })

import { useLocation } from '@tanstack/react-router'
import type { OutboxEntry } from '#outbox/index.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What was sent by a phone that keeps nothing: nobody else could tell it to the next page. */
    sentRegistration?: LastSubmission
  }
}

/** What is told of something that was sent; nothing of what was typed. */
export type LastSubmission = Pick<OutboxEntry, 'deed' | 'state'>

/** For the page after the form; only what is in no queue needs it. */
export function setLastSubmission({ deed, state }: OutboxEntry): { sentRegistration?: LastSubmission } {
  return state === 'done' ? { sentRegistration: { deed, state } } : {}
}

/** What the page before noted. */
export const useLastSubmission = (): LastSubmission | undefined =>
  useLocation({ select: ({ state }) => state.sentRegistration })

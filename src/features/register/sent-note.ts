import { useLocation } from '@tanstack/react-router'
import type { OutboxEntry } from '#outbox/index.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What was sent by a phone that keeps nothing: nobody else could tell it to the next page. */
    sentRegistration?: SentNote
  }
}

/** What is told of something that was sent; nothing of what was typed. */
export type SentNote = Pick<OutboxEntry, 'deed' | 'state'>

/** For the page after the form; only what is in no queue needs it. */
export function noteSent({ deed, state }: OutboxEntry): { sentRegistration?: SentNote } {
  return state === 'done' ? { sentRegistration: { deed, state } } : {}
}

/** What the page before noted. */
export const useSentNote = (): SentNote | undefined =>
  useLocation({ select: ({ state }) => state.sentRegistration })

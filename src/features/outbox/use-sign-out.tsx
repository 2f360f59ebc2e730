import { useState, type ReactNode } from 'react'
import { countUnsent, leaveWith, type LeaveChoice } from '#outbox/index.ts'
import { SignOutSheet } from './SignOutSheet.tsx'

/**
 * Signing out with care: what has not gone out is asked about first.
 * @param signOut ends the session
 * @returns what the button does, and the question, to be drawn beside it
 */
export function useSignOut(signOut: () => void): { leave: () => Promise<void>; question: ReactNode } {
  const [isAsked, setAsked] = useState(false)
  const end = (choice: LeaveChoice) => void leaveWith(choice, signOut)
  return {
    async leave() {
      if ((await countUnsent()) > 0) setAsked(true)
      else end('delete')
    },
    question: isAsked && <SignOutSheet onLeave={end} onStay={() => setAsked(false)} />,
  }
}

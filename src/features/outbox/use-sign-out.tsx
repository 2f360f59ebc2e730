import { useState, type ReactNode } from 'react'
import { countUnsent, signOutWith, getCurrentOwner, type SignOutChoice } from '#outbox/index.ts'
import { SignOutSheet } from './SignOutSheet.tsx'

/** Who wants to leave with how much unsent. */
interface Asked {
  owner: string | undefined
  count: number
}

/**
 * Signing out with care: what has not gone out is asked about first.
 * @param signOut ends the session; when it fails everything stays, and it tells why itself
 * @returns what the button does, and the question, to be drawn beside it
 */
export function useSignOut(signOut: () => unknown): { leave: () => Promise<void>; question: ReactNode } {
  const [asked, setAsked] = useState<Asked>()
  const end = (choice: SignOutChoice, owner: string | undefined) => {
    setAsked(undefined)
    void signOutWith(choice, signOut, owner).catch(() => undefined)
  }
  return {
    async leave() {
      const owner = getCurrentOwner()
      const count = await countUnsent()
      if (count !== undefined && count > 0) setAsked({ owner, count })
      // A device that does not say what waits may hold something: only what is known to be nothing is deleted unasked.
      else end(count === 0 ? 'delete' : 'keep', owner)
    },
    question: asked && (
      <SignOutSheet
        count={asked.count}
        onLeave={(choice) => end(choice, asked.owner)}
        onStay={() => setAsked(undefined)}
      />
    ),
  }
}

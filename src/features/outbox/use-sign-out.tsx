import { useState, type ReactNode } from 'react'
import { countUnsent, signOutWith, getCurrentOwner, type SignOutChoice } from '#outbox/index.ts'
import { SignOutSheet } from './SignOutSheet.tsx'

/** The user who signs out, and the number of their unsent entries. */
interface SignOutRequest {
  owner: string | undefined
  count: number
}

/**
 * Signs out after asking about unsent entries.
 * @param signOut ends the session; on failure everything stays, and it reports the failure itself
 * @returns the function for the button, and the sheet to render
 */
export function useSignOut(signOut: () => unknown): { leave: () => Promise<void>; question: ReactNode } {
  const [request, setRequest] = useState<SignOutRequest>()
  const end = (choice: SignOutChoice, owner: string | undefined) => {
    setRequest(undefined)
    void signOutWith(choice, signOut, owner).catch(() => undefined)
  }
  return {
    async leave() {
      const owner = getCurrentOwner()
      const count = await countUnsent()
      if (count !== undefined && count > 0) setRequest({ owner, count })
      // When the number is unknown there may be entries: they are deleted without asking only when there are certainly
      // none.
      else end(count === 0 ? 'delete' : 'keep', owner)
    },
    question: request && (
      <SignOutSheet
        count={request.count}
        onLeave={(choice) => end(choice, request.owner)}
        onStay={() => setRequest(undefined)}
      />
    ),
  }
}

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
 * @param signOut ends the sign-in. It reports its own failures, after which the user stays signed in.
 * @returns the function for the button, and the sheet to render
 */
export function useSignOut(signOut: () => unknown): {
  requestSignOut: () => Promise<void>
  sheet: ReactNode
} {
  const [request, setRequest] = useState<SignOutRequest>()
  const finish = (choice: SignOutChoice, owner: string | undefined) => {
    setRequest(undefined)
    void signOutWith(choice, signOut, owner).catch(() => undefined)
  }
  return {
    async requestSignOut() {
      const owner = getCurrentOwner()
      const count = await countUnsent()
      if (count !== undefined && count > 0) setRequest({ owner, count })
      // An unknown number may hide unsent entries, so they are not deleted then.
      else finish(count === 0 ? 'delete' : 'keep', owner)
    },
    sheet: request && (
      <SignOutSheet
        count={request.count}
        onSignOut={(choice) => finish(choice, request.owner)}
        onCancel={() => setRequest(undefined)}
      />
    ),
  }
}

import { createStore, useSelector } from '@tanstack/react-store'
import type { LoginData, SecondFactorStep } from '#contract/api.ts'
import { api } from '#platform/api.ts'
import { safeSessionStorage } from '#platform/safe-storage.ts'
import { useCurrentUser } from '#platform/auth.ts'

/** A sign-in that still needs its second factor. */
export interface PartialSignIn {
  step: SecondFactorStep
  /** Absent when the token is in the auth store: the sign-in was complete until the forum required a second factor. */
  token?: string
}

/** In `sessionStorage`, because phones may unload the page while the user opens the authenticator app. */
const storageKey = 'partial-sign-in'

/** The sign-in whose token is not in the auth store; undefined when there is none. */
const partialSignIn = createStore(parsePartialSignIn(safeSessionStorage.read(storageKey)))

/**
 * Stores a sign-in that needs a second step; undefined removes it. Its token stays out of the auth store, because it
 * permits nothing else.
 */
export function setPartialSignIn(data: LoginData | undefined): void {
  const json = data && JSON.stringify(data)
  if (json) safeSessionStorage.write(storageKey, json)
  else safeSessionStorage.remove(storageKey)
  partialSignIn.setState(() => parsePartialSignIn(json))
}

/** Returns the sign-in that needs a second step; undefined when there is none. */
export function usePartialSignIn(): PartialSignIn | undefined {
  const storedSignIn = useSelector(partialSignIn)
  /** Set while the sign-in in the auth store needs its second factor. */
  const step = useCurrentUser().secondFactor
  return storedSignIn ?? (step && { step })
}

/** Abandons an incomplete sign-in. The request to end it on the server is not awaited. */
export function endPartialSignIn({ token }: PartialSignIn): void {
  api.logout(tokenOptions(token)).catch(() => undefined)
  setPartialSignIn(undefined)
}

/** Returns request options with the token of a sign-in that is not in the auth store. */
export function tokenOptions(token: string | undefined): { headers?: Record<string, string> } {
  return token === undefined ? {} : { headers: { Authorization: token } }
}

/** Parses the stored `LoginData`; undefined for data of another version of the app. */
function parsePartialSignIn(json: string | undefined): PartialSignIn | undefined {
  if (!json) return undefined
  try {
    const { token, secondFactor: step } = JSON.parse(json) as Partial<LoginData>
    return typeof token === 'string' && (step === 'code' || step === 'set_up') ? { token, step } : undefined
  } catch {
    return undefined
  }
}

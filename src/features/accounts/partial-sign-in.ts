import { useSyncExternalStore } from 'react'
import type { LoginData, SecondFactorStep } from '#contract/api.ts'
import { api } from '#lib/api.ts'
import { safeSessionStorage } from '#lib/safe-storage.ts'
import { authStore } from '#lib/auth.ts'

/** A sign-in that still needs its second factor. */
export interface PartialSignIn {
  step: SecondFactorStep
  /** Absent where the sign-in is the session's: it was complete until the forum required a second factor. */
  token?: string
}

/** Lives as long as the tab: phones close a page while its person looks into the authenticator app. */
const storageKey = 'partial-sign-in'

let text = safeSessionStorage.read(storageKey)
let stored = parse(text)
const listeners = new Set<() => void>()

/** Remembers a sign-in that needs a second step, beside the session; undefined forgets it. */
export function setPartialSignIn(data: LoginData | undefined): void {
  if (data) safeSessionStorage.write(storageKey, JSON.stringify(data))
  else safeSessionStorage.remove(storageKey)
  for (const listener of listeners) listener()
}

/** Follows the sign-in that needs a second step; undefined when there is none. */
export function usePartialSignIn(): PartialSignIn | undefined {
  const own = useSyncExternalStore(subscribe, read, () => undefined)
  const step = useSyncExternalStore(
    authStore.subscribe,
    () => authStore.getUser().secondFactor,
    () => undefined,
  )
  return own ?? (step && { step })
}

/** Gives a sign-in up that was not completed. That the server forgets it too is tried, not awaited. */
export function endPartialSignIn({ token }: PartialSignIn): void {
  api.logout(tokenOptions(token)).catch(() => undefined)
  setPartialSignIn(undefined)
}

/** Options of a call that is made with the token of a sign-in beside the session. */
export function tokenOptions(token: string | undefined): { headers?: Record<string, string> } {
  return token === undefined ? {} : { headers: { Authorization: token } }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The same object while nothing changes. */
function read(): PartialSignIn | undefined {
  const now = safeSessionStorage.read(storageKey)
  if (now !== text) [text, stored] = [now, parse(now)]
  return stored
}

function parse(json: string | undefined): PartialSignIn | undefined {
  if (!json) return undefined
  try {
    const { token, secondFactor: step } = JSON.parse(json) as Partial<LoginData>
    return typeof token === 'string' && (step === 'code' || step === 'set_up') ? { token, step } : undefined
  } catch {
    return undefined
  }
}

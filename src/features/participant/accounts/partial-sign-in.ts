import { useSyncExternalStore } from 'react'
import type { LoginData, SecondFactorStep } from '#contract/api.ts'
import { api } from '#platform/api.ts'
import { safeSessionStorage } from '#platform/safe-storage.ts'
import { authStore } from '#platform/auth.ts'

/** A sign-in that still needs its second factor. */
export interface PartialSignIn {
  step: SecondFactorStep
  /** Absent when the token is in the auth store: the sign-in was complete until the forum required a second factor. */
  token?: string
}

/** In `sessionStorage`, because phones may unload the page while the user opens the authenticator app. */
const storageKey = 'partial-sign-in'

let storedJson = safeSessionStorage.read(storageKey)
let storedSignIn = parse(storedJson)
const listeners = new Set<() => void>()

/** Stores a sign-in that needs a second step, outside the auth store; undefined removes it. */
export function setPartialSignIn(data: LoginData | undefined): void {
  if (data) safeSessionStorage.write(storageKey, JSON.stringify(data))
  else safeSessionStorage.remove(storageKey)
  for (const listener of listeners) listener()
}

/** Returns the sign-in that needs a second step; undefined when there is none. */
export function usePartialSignIn(): PartialSignIn | undefined {
  const storedSignIn = useSyncExternalStore(subscribe, read, () => undefined)
  const step = useSyncExternalStore(
    authStore.subscribe,
    () => authStore.getUser().secondFactor,
    () => undefined,
  )
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

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the same object while nothing changes. */
function read(): PartialSignIn | undefined {
  const json = safeSessionStorage.read(storageKey)
  if (json !== storedJson) [storedJson, storedSignIn] = [json, parse(json)]
  return storedSignIn
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

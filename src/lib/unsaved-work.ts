import { useEffect, useId, useSyncExternalStore } from 'react'

const reasons = new Set<unknown>()
const listeners = new Set<() => void>()

/** True while a reload would lose input or interrupt a request. Then the page must not reload. */
export const hasUnsavedWork = (): boolean => reasons.size > 0

/** Returns {@link hasUnsavedWork}. */
export const useHasUnsavedWork = (): boolean => useSyncExternalStore(subscribe, hasUnsavedWork, () => false)

/** Marks this component's form as unsaved for as long as `unsaved` is true. */
export function useUnsavedChanges(unsaved: boolean): void {
  const id = useId()
  useEffect(() => (unsaved ? hold(id) : undefined), [id, unsaved])
}

/** Prevents a reload until the work has settled, such as a submission or a download. */
export async function trackWork<Result>(work: Promise<Result>): Promise<Result> {
  const release = hold(work)
  try {
    return await work
  } finally {
    release()
  }
}

function hold(reason: unknown): () => void {
  reasons.add(reason)
  notify()
  return () => {
    reasons.delete(reason)
    notify()
  }
}

function notify(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

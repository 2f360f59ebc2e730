import { useEffect, useId, useSyncExternalStore } from 'react'

const reasons = new Set<unknown>()
const listeners = new Set<() => void>()

/** Returns whether a reload would lose input or interrupt a request. */
export const hasUnsavedWork = (): boolean => reasons.size > 0

/** Returns {@link hasUnsavedWork}. */
export const useHasUnsavedWork = (): boolean => useSyncExternalStore(subscribe, hasUnsavedWork, () => false)

/** Marks this component's form as unsaved for as long as `unsaved` is true. */
export function useUnsavedChanges(unsaved: boolean): void {
  const id = useId()
  useEffect(() => (unsaved ? addReason(id) : undefined), [id, unsaved])
}

/** Prevents a reload until the work has settled, such as a submission or a download. */
export async function trackWork<Result>(work: Promise<Result>): Promise<Result> {
  const removeReason = addReason(work)
  try {
    return await work
  } finally {
    removeReason()
  }
}

function addReason(reason: unknown): () => void {
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

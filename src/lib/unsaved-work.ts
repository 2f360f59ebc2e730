import { useEffect, useId, useSyncExternalStore } from 'react'

const reasons = new Set<unknown>()
const listeners = new Set<() => void>()

/** True while a reload would lose something typed or break off something on its way: none may happen then. */
export const hasUnsavedWork = (): boolean => reasons.size > 0

/** Follows {@link hasUnsavedWork} in a component. */
export const useHasUnsavedWork = (): boolean => useSyncExternalStore(subscribe, hasUnsavedWork, () => false)

/** Marks this component's form as unsaved for as long as `unsaved` is true. */
export function useUnsavedChanges(unsaved: boolean): void {
  const id = useId()
  useEffect(() => (unsaved ? hold(id) : undefined), [id, unsaved])
}

/** Keeps the page from being reloaded until the work has ended, well or not: a submission, a file being fetched. */
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
  tell()
  return () => {
    reasons.delete(reason)
    tell()
  }
}

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

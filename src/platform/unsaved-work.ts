import { createStore, useSelector } from '@tanstack/react-store'
import { useEffect, useId } from 'react'

/** Ids of forms with unsaved input, and promises of unfinished work. */
const reasons = createStore<ReadonlySet<unknown>>(new Set())

/** Returns whether a reload would lose input or interrupt a request. */
export const hasUnsavedWork = (): boolean => reasons.state.size > 0

/** Returns {@link hasUnsavedWork}. Re-renders when it changes. */
export const useHasUnsavedWork = (): boolean => useSelector(reasons, ({ size }) => size > 0)

/** Marks this component's form as unsaved for as long as `isUnsaved` is true. */
export function useUnsavedChanges(isUnsaved: boolean): void {
  const id = useId()
  useEffect(() => (isUnsaved ? addReason(id) : undefined), [id, isUnsaved])
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

/** @returns a function that removes the reason */
function addReason(reason: unknown): () => void {
  reasons.setState((previous) => new Set(previous).add(reason))
  return () => reasons.setState((previous) => new Set([...previous].filter((other) => other !== reason)))
}

import type { Values } from '#contract/form/form-shape.ts'
import { carriedQuestionKey as key } from '#platform/user-storage-keys.ts'
import { safeSessionStorage } from '#platform/safe-storage.ts'

// A pending question is what a visitor types before signing in. It is stored for this tab only.

/** Stores the form's values for the time of the sign-in. */
export function storePendingQuestion(values: Values): void {
  safeSessionStorage.write(key, JSON.stringify(values))
}

/** Reads the question that was typed before the sign-in. */
export function readPendingQuestion(): Values | undefined {
  try {
    const value: unknown = JSON.parse(safeSessionStorage.read(key) ?? 'null')
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** Deletes the pending question. Called once the user's drafts have it. */
export function clearPendingQuestion(): void {
  safeSessionStorage.remove(key)
}

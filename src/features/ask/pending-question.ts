import type { Values } from '#contract/form/form-shape.ts'
import { carriedQuestionKey as key } from '#lib/user-storage-keys.ts'
import { safeSessionStorage } from '#lib/safe-storage.ts'

// In this tab alone: what somebody types who must sign in first, on the way there and back.

/** Keeps a question over the sign-in. */
export function storePendingQuestion(values: Values): void {
  safeSessionStorage.write(key, JSON.stringify(values))
}

/** The question that was typed before the sign-in. */
export function readPendingQuestion(): Values | undefined {
  try {
    const value: unknown = JSON.parse(safeSessionStorage.read(key) ?? 'null')
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** It lies with the person's own drafts now. */
export function clearPendingQuestion(): void {
  safeSessionStorage.remove(key)
}

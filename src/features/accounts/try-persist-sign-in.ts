import { ApiError } from '#lib/api.ts'
import { notify } from '#lib/notices.ts'
import { persistSignIn } from './sign-in.ts'

/** Keeps the sign-in on this device. The person is signed in either way; what is not kept is told, and why. */
export async function tryPersistSignIn(failedTitle: string, failedText: string): Promise<void> {
  try {
    if (await persistSignIn()) return
    notify({ kind: 'warning', title: failedTitle, text: failedText })
  } catch (error) {
    const text = error instanceof ApiError ? error.msg : failedText
    notify({ kind: 'warning', title: failedTitle, text })
  }
}

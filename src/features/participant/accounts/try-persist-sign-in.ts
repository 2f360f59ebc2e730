import { ApiError } from '#platform/api.ts'
import { notify } from '#platform/notices.ts'
import { persistSignIn } from './sign-in.ts'

/** Makes the sign-in persistent. When that fails, the user stays signed in and a notice says why. */
export async function tryPersistSignIn(failedTitle: string, failedText: string): Promise<void> {
  try {
    if (await persistSignIn()) return
    notify({ kind: 'warning', title: failedTitle, text: failedText })
  } catch (error) {
    const text = error instanceof ApiError ? error.msg : failedText
    notify({ kind: 'warning', title: failedTitle, text })
  }
}

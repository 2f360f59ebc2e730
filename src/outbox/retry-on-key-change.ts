import { NotStoredError } from './not-stored-error.ts'
import { KeyMissingError } from '#platform/device-store/sealing.ts'
import type { SenderDeps } from './outbox-deps.ts'

/**
 * Runs work that seals with the cached key and writes. When another tab has removed that key, runs it once more with a
 * key from the store, if the user is still signed in. Most often the key is gone because the user has signed out.
 * @param work what seals and writes; it runs again from its start
 * @throws NotStoredError when the user has signed out
 */
export async function retryOnKeyChange<T>(
  { getSealer, clock, getUser }: Pick<SenderDeps, 'getSealer' | 'clock' | 'getUser'>,
  owner: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof KeyMissingError)) throw error
    getSealer(owner).forgetKey()
    // A tab announces a sign-out before it removes the key: this waits for that message.
    await new Promise<void>((resolve) => void clock.after(0, resolve))
    if (getUser()?.owner !== owner) throw new NotStoredError('nobody', error)
    return work()
  }
}

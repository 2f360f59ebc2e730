import { NotStoredError } from './not-stored-error.ts'
import { KeyMissingError } from '#lib/device-store/sealing.ts'
import type { SenderDeps } from './outbox-deps.ts'

/**
 * Runs work that seals with the key seen last and writes. Where another tab has taken that key off the device meanwhile,
 * it runs once more with a key that lies there, if its person is still signed in here: most often they have signed out.
 * @throws NotStoredError when they have
 */
export async function retryOnKeyChange<T>(
  { sealerOf, clock, person }: Pick<SenderDeps, 'sealerOf' | 'clock' | 'person'>,
  owner: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof KeyMissingError)) throw error
    sealerOf(owner).forgetKey()
    // A tab says that somebody signs out before it takes the key: this one hears it first.
    await new Promise<void>((resolve) => void clock.after(0, resolve))
    if (person()?.owner !== owner) throw new NotStoredError('nobody', error)
    return work()
  }
}

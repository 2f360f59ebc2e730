import { NotStored } from './not-stored.ts'
import { KeyGone } from '#lib/device-store/sealing.ts'
import type { SenderParts } from './sender-parts.ts'

/**
 * Runs work that seals with the key seen last and writes. Where another tab has taken that key off the device meanwhile,
 * it runs once more with a key that lies there, if its person is still signed in here: most often they have signed out.
 * @throws NotStored when they have
 */
export async function withLastKey<T>(
  { sealerOf, clock, person }: Pick<SenderParts, 'sealerOf' | 'clock' | 'person'>,
  owner: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof KeyGone)) throw error
    sealerOf(owner).forgetKey()
    // A tab says that somebody signs out before it takes the key: this one hears it first.
    await new Promise<void>((resolve) => void clock.after(0, resolve))
    if (person()?.owner !== owner) throw new NotStored('nobody', error)
    return work()
  }
}

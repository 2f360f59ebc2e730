import type { Packing } from './stored-value.ts'
import type { Sealed, Sealer } from './sealing.ts'
import { StoreError } from './store.ts'

/**
 * Seals a value for one user, where the browser can. A value that this device's key does not unseal counts as absent.
 * @param parse returns a value for any stored data, also from another version of the app
 */
export const sealedFor = <T>(sealer: Sealer, parse: (saved: unknown) => T): Packing<T> => ({
  pack: (value) => sealer.seal<unknown>(value),
  unpack: async (stored) => parse(await sealer.open(stored as Sealed<unknown>).catch(asNothing)),
})

/** @throws StoreError when the key could not be read: this does not mean that there is no key */
function asNothing(error: unknown): undefined {
  if (error instanceof StoreError) throw error
}

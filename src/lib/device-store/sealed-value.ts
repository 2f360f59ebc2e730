import type { Packing } from './stored-value.ts'
import type { Sealed, Sealer } from './sealing.ts'
import { StoreError } from './store.ts'

/**
 * Lies sealed for one person, as far as the browser can seal. What the key of this device does not open counts as nothing.
 * @param parse gives a value for whatever was packed, also by another version of the app
 */
export const sealedFor = <T>(sealer: Sealer, parse: (saved: unknown) => T): Packing<T> => ({
  pack: (value) => sealer.seal<unknown>(value),
  unpack: async (stored) => parse(await sealer.open(stored as Sealed<unknown>).catch(asNothing)),
})

/** @throws StoreError: a device that does not say its key is not a device without that key */
function asNothing(error: unknown): undefined {
  if (error instanceof StoreError) throw error
}

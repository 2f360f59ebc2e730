import { createId } from '../create-id.ts'
import { StoreError, type KeyValueStore } from './store.ts'

/**
 * A stored value that only the user's key on this device can unseal, or a value in clear. `iv` is the initialisation
 * vector, `data` the ciphertext, both in Base64.
 */
export type Sealed<T> = { kind: 'sealed'; iv: string; data: string } | { kind: 'clear'; value: T }

/** {@link Sealed} for the bytes of a file. */
export type SealedBytes =
  | { kind: 'sealed'; iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }
  | { kind: 'clear'; value: ArrayBuffer }

/** A user's key on this device. It is not extractable, so it can only be used on this device. */
export interface SealingKey {
  /** Identifies the key, since keys themselves cannot be compared; empty for a key of the first builds. */
  id: string
  key: CryptoKey
}

/** Sealing keys by owner key, as the page read them last. */
export type KeyCache = Map<string, SealingKey>

/**
 * Sealed data was not written: another tab has removed the key, so that nothing could unseal the data again. The stores of
 * the outbox throw it; `retryOnKeyChange` seals once more if the user is still signed in.
 */
export class KeyMissingError extends StoreError {
  constructor() {
    super('blocked')
  }
}

/** Seals data for one user. */
export interface Sealer {
  /**
   * Returns the cached key. It is read from the device once, and created when there is none. The write of sealed data
   * must check that the key is still on the device (`sealedWith` of a queue's change).
   * @returns undefined where the browser has no WebCrypto (plain http)
   * @throws StoreError when the key cannot be read or stored
   */
  getKey: () => Promise<SealingKey | undefined>
  /** Removes the key from memory, when another tab has removed it from the device. */
  forgetKey: () => void
  /**
   * Seals a value. Returns it in clear where the browser has no WebCrypto, which the caller must check.
   * @param key defaults to the key that is on the device now
   * @throws StoreError when the key cannot be read or stored
   */
  seal: <T>(value: T, key?: SealingKey) => Promise<Sealed<T>>
  /**
   * Unseals a value; one in clear is returned as it is. Resolves to undefined when the key is gone or the data is
   * damaged.
   * @throws StoreError when the key cannot be read
   */
  open: <T>(sealed: Sealed<T>) => Promise<T | undefined>
  /** As `seal`, for the bytes of a file. */
  sealBytes: (bytes: ArrayBuffer, key?: SealingKey) => Promise<SealedBytes>
  /** As `open`, for the bytes of a file. */
  openBytes: (sealed: SealedBytes) => Promise<ArrayBuffer | undefined>
}

const algorithm = 'AES-GCM'
/** Length of the initialisation vector, as recommended for AES-GCM. */
const ivBytes = 12

/** Returns the storage key of a user's sealing key. */
export const getSealingKeyName = (owner: string): string => `key:${owner}`

/**
 * Creates the sealer of one user. The key is created when something is sealed first. It is checked at each use, or when
 * the sealed data is written: after another tab has removed it, data sealed with it could never be unsealed.
 * @param store database of the keys
 * @param owner owner key of the user
 * @param subtle `crypto.subtle`; undefined where the browser has none
 * @param keyCache keys that the page has already read
 */
export function createSealer(
  store: KeyValueStore,
  owner: string,
  subtle: SubtleCrypto | undefined,
  keyCache: KeyCache = new Map(),
): Sealer {
  const getOrCreateStoredKey = async () =>
    subtle && ((await findKey(store, owner)) ?? (await createKey(store, owner, subtle)))
  const sealBytes: Sealer['sealBytes'] = async (bytes, explicitKey) => {
    const { key } = explicitKey ?? (await getOrCreateStoredKey()) ?? {}
    if (!subtle || !key) return { kind: 'clear', value: bytes }
    const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
    return { kind: 'sealed', iv, data: await subtle.encrypt({ name: algorithm, iv }, key, bytes) }
  }
  const openBytes = async (sealed: SealedBytes): Promise<ArrayBuffer | undefined> => {
    if (sealed.kind === 'clear') return sealed.value
    const storedKey = subtle && (await findKey(store, owner))
    if (!storedKey) return undefined
    return subtle
      .decrypt({ name: algorithm, iv: sealed.iv }, storedKey.key, sealed.data)
      .catch(() => undefined)
  }
  return {
    async getKey() {
      const key = keyCache.get(owner) ?? (await getOrCreateStoredKey())
      if (key) keyCache.set(owner, key)
      return key
    },
    forgetKey: () => void keyCache.delete(owner),
    async seal<T>(value: T, key?: SealingKey): Promise<Sealed<T>> {
      const sealed = await sealBytes(toBytes(JSON.stringify(value)), key)
      if (sealed.kind === 'clear') return { kind: 'clear', value }
      return { kind: 'sealed', iv: toBase64(sealed.iv), data: toBase64(new Uint8Array(sealed.data)) }
    },
    async open<T>(sealed: Sealed<T>) {
      if (sealed.kind === 'clear') return sealed.value
      const { iv, data } = sealed
      const bytes = await openBytes({ kind: 'sealed', iv: fromBase64(iv), data: fromBase64(data).buffer })
      return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as T)
    },
    sealBytes,
    openBytes,
  }
}

/** Number of arguments that every browser accepts in one call. */
const maxArguments = 8192

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += maxArguments)
    text += String.fromCharCode(...bytes.subarray(start, start + maxArguments))
  return btoa(text)
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

const toBytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer

async function findKey(store: KeyValueStore, owner: string): Promise<SealingKey | undefined> {
  const [storedKey] = await store.read<StoredKey>([getSealingKeyName(owner)])
  return storedKey && toSealingKey(storedKey)
}

/** A stored key. The first builds of the app stored a bare CryptoKey. */
export type StoredKey = SealingKey | CryptoKey

/** Gives a key of the first builds the empty id. */
const toSealingKey = (storedKey: StoredKey): SealingKey =>
  'key' in storedKey ? storedKey : { id: '', key: storedKey }

/** Returns whether the key is the stored one. Another tab may have removed the stored key, or created another. */
export const isStoredKey = (key: SealingKey, storedKey: StoredKey | undefined): boolean =>
  storedKey !== undefined && toSealingKey(storedKey).id === key.id

/** Creates and stores a key. When two tabs do so at the same time, the first one counts. */
async function createKey(store: KeyValueStore, owner: string, subtle: SubtleCrypto): Promise<SealingKey> {
  const name = getSealingKeyName(owner)
  const key = await subtle.generateKey({ name: algorithm, length: 256 }, false, ['encrypt', 'decrypt'])
  const newKey: SealingKey = { id: createId(), key }
  return store.change<StoredKey, SealingKey>([name], ([concurrentKey]) =>
    concurrentKey ? { result: toSealingKey(concurrentKey) } : { result: newKey, put: [[name, newKey]] },
  )
}

import { createId } from '#lib/create-id.ts'
import { StoreError, type KeyValueStore } from './store.ts'

/** Something that lies on the device so that only its person's key on this device opens it; or in clear. */
export type Sealed<T> = { kind: 'sealed'; iv: string; data: string } | { kind: 'clear'; value: T }

/** The same for the bytes of a file. */
export type SealedBytes =
  | { kind: 'sealed'; iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }
  | { kind: 'clear'; value: ArrayBuffer }

/** A person's key on this device. Its bytes cannot be read, by nobody: it can only be used, here. */
export interface SealingKey {
  /** Tells one key from another: of the key itself nothing can be seen. */
  id: string
  key: CryptoKey
}

/** Keys by their owners, as a page saw them last. */
export type KeyCache = Map<string, SealingKey>

/** What was sealed was not written: another tab has taken that key off the device, and nothing could open it again. */
export class KeyMissingError extends StoreError {
  constructor() {
    super('blocked')
  }
}

/** Seals for one person. */
export interface Sealer {
  /**
   * The key that was seen last, which the device is asked for once; made when there is none. What is sealed with it is
   * written with a look whether it lies there still (`sealedWith` of a queue's change).
   * @returns undefined where the browser has no WebCrypto (plain http)
   * @throws StoreError when the device does not say or keep the key
   */
  lastKey: () => Promise<SealingKey | undefined>
  /** Another tab has taken the key off the device. */
  forgetKey: () => void
  /**
   * In clear where the browser has no WebCrypto: the caller looks before it stores.
   * @param key the one that lies on the device at this moment when absent
   * @throws StoreError when the device does not say or keep the key
   */
  seal: <T>(value: T, key?: SealingKey) => Promise<Sealed<T>>
  /**
   * Undefined when the key is gone or the bytes are damaged.
   * @throws StoreError when the device does not say the key
   */
  open: <T>(sealed: Sealed<T>) => Promise<T | undefined>
  sealBytes: (bytes: ArrayBuffer, key?: SealingKey) => Promise<SealedBytes>
  openBytes: (sealed: SealedBytes) => Promise<ArrayBuffer | undefined>
}

const algorithm = 'AES-GCM'
const ivBytes = 12

/** Where a person's key lies. */
export const getSealingKeyName = (owner: string): string => `key:${owner}`

/**
 * Makes the sealer of one person on this device; the key is made when something is sealed first. It is looked up at each
 * use, or when what was sealed with it is written: another tab may take it off the device, and what is sealed with it
 * after that could never be opened.
 * @param subtle undefined where the browser has none
 * @param seen keys that were seen before
 */
export function createSealer(
  store: KeyValueStore,
  owner: string,
  subtle: SubtleCrypto | undefined,
  seen: KeyCache = new Map(),
): Sealer {
  const keyNow = async () =>
    subtle && ((await findKey(store, owner)) ?? (await makeKey(store, owner, subtle)))
  const sealBytes: Sealer['sealBytes'] = async (bytes, known) => {
    const { key } = known ?? (await keyNow()) ?? {}
    if (!subtle || !key) return { kind: 'clear', value: bytes }
    const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
    return { kind: 'sealed', iv, data: await subtle.encrypt({ name: algorithm, iv }, key, bytes) }
  }
  const openBytes = async (sealed: SealedBytes): Promise<ArrayBuffer | undefined> => {
    if (sealed.kind === 'clear') return sealed.value
    const found = subtle && (await findKey(store, owner))
    if (!found) return undefined
    return subtle.decrypt({ name: algorithm, iv: sealed.iv }, found.key, sealed.data).catch(() => undefined)
  }
  return {
    async lastKey() {
      const key = seen.get(owner) ?? (await keyNow())
      if (key) seen.set(owner, key)
      return key
    },
    forgetKey: () => void seen.delete(owner),
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

/** Most arguments that every browser takes in one call. */
const mostArguments = 8192

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += mostArguments)
    text += String.fromCharCode(...bytes.subarray(start, start + mostArguments))
  return btoa(text)
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

const toBytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer

async function findKey(store: KeyValueStore, owner: string): Promise<SealingKey | undefined> {
  const [found] = await store.read<StoredKey>([getSealingKeyName(owner)])
  return found && named(found)
}

/** What lies where a key lies: of the app's first builds a key without a name. */
export type StoredKey = SealingKey | CryptoKey

const named = (found: StoredKey): SealingKey => ('key' in found ? found : { id: '', key: found })

/** Whether that key is the one that lies on the device. */
export const isThere = (key: SealingKey, found: StoredKey | undefined): boolean =>
  found !== undefined && named(found).id === key.id

/** Two tabs may make one at the same time: the first that is stored counts. */
async function makeKey(store: KeyValueStore, owner: string, subtle: SubtleCrypto): Promise<SealingKey> {
  const name = getSealingKeyName(owner)
  const key = await subtle.generateKey({ name: algorithm, length: 256 }, false, ['encrypt', 'decrypt'])
  const made: SealingKey = { id: createId(), key }
  return store.change<StoredKey, SealingKey>([name], ([other]) =>
    other ? { result: named(other) } : { result: made, put: [[name, made]] },
  )
}

import type { KeyedStore } from './store.ts'

/** Something that lies on the device so that only its person's key on this device opens it; or in clear. */
export type Sealed<T> = { kind: 'sealed'; iv: string; data: string } | { kind: 'clear'; value: T }

/** The same for the bytes of a file. */
export type SealedBytes =
  | { kind: 'sealed'; iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }
  | { kind: 'clear'; value: ArrayBuffer }

/** Seals for one person. */
export interface Sealer {
  /**
   * In clear where the browser has no WebCrypto (plain http): the caller looks before it stores.
   * @throws StoreError when the device does not say or keep the key
   */
  seal: <T>(value: T) => Promise<Sealed<T>>
  /**
   * Undefined when the key is gone or the bytes are damaged.
   * @throws StoreError when the device does not say the key
   */
  open: <T>(sealed: Sealed<T>) => Promise<T | undefined>
  sealBytes: (bytes: ArrayBuffer) => Promise<SealedBytes>
  openBytes: (sealed: SealedBytes) => Promise<ArrayBuffer | undefined>
}

const algorithm = 'AES-GCM'
const ivBytes = 12

/** Where a person's key lies. Its bytes cannot be read, by nobody: it can only be used, here. */
export const sealingKeyOf = (owner: string): string => `key:${owner}`

/**
 * Makes the sealer of one person on this device; the key is made when something is sealed first. It is looked up at each
 * use: another tab may take it off the device, and what is sealed with it after that could never be opened.
 * @param subtle undefined where the browser has none
 */
export function createSealer(store: KeyedStore, owner: string, subtle: SubtleCrypto | undefined): Sealer {
  const sealBytes = async (bytes: ArrayBuffer): Promise<SealedBytes> => {
    if (!subtle) return { kind: 'clear', value: bytes }
    const key = (await findKey(store, owner)) ?? (await makeKey(store, owner, subtle))
    const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
    return { kind: 'sealed', iv, data: await subtle.encrypt({ name: algorithm, iv }, key, bytes) }
  }
  const openBytes = async (sealed: SealedBytes): Promise<ArrayBuffer | undefined> => {
    if (sealed.kind === 'clear') return sealed.value
    const key = subtle && (await findKey(store, owner))
    if (!key) return undefined
    return subtle.decrypt({ name: algorithm, iv: sealed.iv }, key, sealed.data).catch(() => undefined)
  }
  return {
    async seal<T>(value: T): Promise<Sealed<T>> {
      const sealed = await sealBytes(toBytes(JSON.stringify(value)))
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

async function findKey(store: KeyedStore, owner: string): Promise<CryptoKey | undefined> {
  const [key] = await store.read<CryptoKey>([sealingKeyOf(owner)])
  return key
}

/** Two tabs may make one at the same time: the first that is stored counts. */
async function makeKey(store: KeyedStore, owner: string, subtle: SubtleCrypto): Promise<CryptoKey> {
  const name = sealingKeyOf(owner)
  const made = await subtle.generateKey({ name: algorithm, length: 256 }, false, ['encrypt', 'decrypt'])
  return store.change<CryptoKey, CryptoKey>([name], ([other]) =>
    other ? { result: other } : { result: made, put: [[name, made]] },
  )
}

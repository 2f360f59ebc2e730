import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
  randomUUID,
} from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Operations with the server's keys, which are stored outside the database and its backups. */
export interface Secrets {
  /**
   * Computes an HMAC-SHA256, by which equal texts are recognised, with a separate key for each purpose.
   * @returns base64url, 43 characters
   */
  hmac(purpose: string, text: string): string
  /**
   * Encrypts a text by AES-256-GCM under a random IV.
   * @param context where the text is stored, as `table column row`: it cannot be unsealed with another context
   * @returns `{key id}.{IV, text and tag in base64url}`
   */
  seal(text: string, context: string): string
  /** Decrypts a text. @throws UnsealError when other keys or another context sealed it, or it was changed */
  unseal(sealed: string, context: string): string
}

/** Content of the key file. */
export interface SecretKeys {
  /** Master key of every HMAC, base64, 32 bytes. It never changes, because stored HMACs are compared with new ones. */
  hmac: string
  /** Id of the key that seals; the others only open older texts. */
  sealBy: string
  /** Keys for sealing by their id, base64, 32 bytes. */
  seal: Record<string, string>
}

/** A sealed text cannot be opened. The error reveals neither the reason nor the text. */
export class UnsealError extends Error {
  override readonly name = 'UnsealError'

  constructor() {
    super('a sealed text cannot be opened')
  }
}

/** Authenticated encryption: a changed text cannot be unsealed. */
const algorithm = 'aes-256-gcm'
/** Length of all keys: AES-256 and HMAC-SHA256 both need 32 bytes. */
export const keyBytes = 32
/** Lengths of the initialization vector and of the authentication tag (NIST SP 800-38D): 96 bits at random, the full tag. */
const ivBytes = 12
const tagBytes = 16

/** Creates the operations from keys. @throws TypeError when they are not what {@link SecretKeys} says */
export function createSecrets(keys: SecretKeys): Secrets {
  const masterKey = readKey(keys.hmac)
  const sealKeys = new Map(Object.entries(keys.seal).map(([id, key]) => [id, readKey(key)]))
  const sealKey = sealKeys.get(keys.sealBy)
  if (!sealKey) throw new TypeError('the key to seal by is missing')
  const hmacKeys = new Map<string, KeyObject>()
  const getHmacKey = (purpose: string): KeyObject => {
    let key = hmacKeys.get(purpose)
    if (!key) {
      key = createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, '', purpose, keyBytes)))
      hmacKeys.set(purpose, key)
    }
    return key
  }
  return {
    hmac: (purpose, text) => createHmac('sha256', getHmacKey(purpose)).update(text).digest('base64url'),
    seal: (text, context) => `${keys.sealBy}.${encrypt(sealKey, text, context)}`,
    unseal: (sealed, context) => {
      const [id = '', payload = ''] = sealed.split('.')
      const key = sealKeys.get(id)
      if (!key) throw new UnsealError()
      return decrypt(key, payload, context)
    },
  }
}

/** @returns IV, encrypted text and tag, one after the other, in base64url */
function encrypt(key: Buffer, text: string, context: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(context))
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

function decrypt(key: Buffer, payload: string, context: string): string {
  const bytes = Buffer.from(payload, 'base64url')
  const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(-tagBytes)]
  try {
    const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes })
      .setAAD(Buffer.from(context))
      .setAuthTag(tag)
    return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    throw new UnsealError()
  }
}

/** Decodes a key of the file. @throws TypeError when it has another length */
function readKey(base64: string): Buffer {
  const key = Buffer.from(base64, 'base64')
  if (key.length !== keyBytes) throw new TypeError(`a key has ${keyBytes} bytes`)
  return key
}

/** Readable by the operating-system user of the server only. */
const fileMode = 0o600
const folderMode = 0o700

/** The key file is invalid; the message is a line for the operator. */
export class InvalidSecretsFileError extends Error {
  override readonly name = 'InvalidSecretsFileError'
}

/**
 * Reads the keys, or creates the file at the first start. When two processes start together, one creates the file and
 * both use it; it is created atomically.
 * @throws InvalidSecretsFileError when it contains no keys
 */
export async function openSecrets(file: string): Promise<Secrets> {
  const text = (await findFileText(file)) ?? (await createFile(file))
  try {
    return createSecrets(parseKeys(text))
  } catch (cause) {
    throw new InvalidSecretsFileError(`SECRETS_FILE: ${file} is no file of keys; put the right one back`, {
      cause,
    })
  }
}

async function findFileText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes and syncs a temporary file, then links it to the name, which fails when another process was faster. */
async function createFile(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true, mode: folderMode })
  const temporaryPath = `${file}.${randomUUID()}`
  try {
    const handle = await open(temporaryPath, 'wx', fileMode)
    try {
      await handle.writeFile(`${JSON.stringify(generateKeys(), null, 2)}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await link(temporaryPath, file).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    })
  } finally {
    await rm(temporaryPath, { force: true })
  }
  // The name is durable only when its folder is written too: lost keys would make all sealed values unreadable.
  const folder = await open(dirname(file), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
  // The file may be that of the faster process.
  return readFile(file, 'utf8')
}

function generateKeys(): SecretKeys {
  return { hmac: generateKey(), sealBy: '1', seal: { 1: generateKey() } }
}

function generateKey(): string {
  return randomBytes(keyBytes).toString('base64')
}

function parseKeys(text: string): SecretKeys {
  const keys = JSON.parse(text) as Partial<SecretKeys> | null
  if (typeof keys?.hmac !== 'string' || typeof keys.sealBy !== 'string' || typeof keys.seal !== 'object')
    throw new TypeError('hmac, sealBy and seal are needed')
  return keys as SecretKeys
}

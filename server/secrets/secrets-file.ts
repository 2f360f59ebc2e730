import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createSecrets, keyBytes, type SecretKeys, type Secrets } from './secrets.ts'

/** For the server's own user only. */
const fileMode = 0o600
const folderMode = 0o700

/** The file of keys cannot be used; its message is a line for the operator. */
export class InvalidSecretsFileError extends Error {
  override readonly name = 'InvalidSecretsFileError'
}

/**
 * Reads the keys, or makes the file at the first start. Of two processes that start together one makes it and both use
 * it: it appears whole or not at all.
 * @throws InvalidSecretsFileError when it holds no keys
 */
export async function openSecrets(file: string): Promise<Secrets> {
  const text = (await findText(file)) ?? (await makeFile(file))
  try {
    return createSecrets(parseKeys(text))
  } catch (cause) {
    throw new InvalidSecretsFileError(`SECRETS_FILE: ${file} is no file of keys; put the right one back`, {
      cause,
    })
  }
}

async function findText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Written beside and synced, then given its name, which fails when another process was faster. */
async function makeFile(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true, mode: folderMode })
  const partial = `${file}.${randomUUID()}`
  try {
    const handle = await open(partial, 'wx', fileMode)
    try {
      await handle.writeFile(`${JSON.stringify(newKeys(), null, 2)}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await link(partial, file).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    })
  } finally {
    await rm(partial, { force: true })
  }
  const folder = await open(dirname(file), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
  return readFile(file, 'utf8')
}

function newKeys(): SecretKeys {
  return { hmac: newKey(), sealBy: '1', seal: { 1: newKey() } }
}

function newKey(): string {
  return randomBytes(keyBytes).toString('base64')
}

function parseKeys(text: string): SecretKeys {
  const keys = JSON.parse(text) as Partial<SecretKeys> | null
  if (typeof keys?.hmac !== 'string' || typeof keys.sealBy !== 'string' || typeof keys.seal !== 'object')
    throw new TypeError('hmac, sealBy and seal are needed')
  return keys as SecretKeys
}

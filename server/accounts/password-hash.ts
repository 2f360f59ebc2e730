import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'
import { normalizePassword } from '#contract/password.ts'
import { createHttpError } from '#server/errors.ts'

/** OWASP's second choice for argon2id: 19 MiB (`memory` is in KiB), 2 passes; 40 ms on the reference machine. */
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32

/** Two hashes at once leave a processor for other requests and take 38 MiB at most. Forty more wait about a second. */
const hashingLimit = createConcurrencyLimit({ running: 2, waiting: 40 })
const derive = promisify(argon2)

/** Parameters of a hash. Each stored hash names its own, since it may be older than the current ones. */
type Cost = typeof cost

/**
 * Hashes a password for storing, in the PHC string format.
 * @throws HttpError `server.busy` when too many passwords are being hashed
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const tag = await deriveTag(password, salt, cost, tagBytes)
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(tag)}`
}

/**
 * Compares a password with a stored hash. Without a hash it takes the same time and returns false, so the time does not
 * reveal whether an account exists.
 * @throws HttpError `server.busy` when too many passwords are being hashed
 */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const { salt, tag, ...parameters } = parseHash(hash ?? dummyHash)
  const typedTag = await deriveTag(password, salt, parameters, tag.length)
  return timingSafeEqual(typedTag, tag) && typeof hash === 'string'
}

/** No password has this hash: salt and tag are zero bytes, 22 and 43 letters of base64. */
const dummyHash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

function deriveTag(password: string, salt: Buffer, parameters: Cost, length: number): Promise<Buffer> {
  const options: Argon2Parameters = {
    ...parameters,
    message: normalizePassword(password),
    nonce: salt,
    tagLength: length,
  }
  return hashingLimit.run(() => derive('argon2id', options))
}

function parseHash(hash: string): Cost & { salt: Buffer; tag: Buffer } {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/-]+)\$([\w+/-]+)$/.exec(hash)
  const [, memory, passes, parallelism, salt, tag] = match ?? []
  if (!salt || !tag) throw new TypeError('a stored password hash cannot be read')
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

/** Seconds after which a rejected caller can try again. */
const retryAfterSeconds = 2

/** Limits concurrent expensive work such as hashing: some tasks run, some wait, and further ones are rejected. */
export interface ConcurrencyLimit {
  /** @throws HttpError `server.busy` when too many tasks wait */
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Creates a limit. Tasks start in the order of their calls. */
export function createConcurrencyLimit(limits: { running: number; waiting: number }): ConcurrencyLimit {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    run: async (work) => {
      if (running >= limits.running) {
        if (waiting.length >= limits.waiting) throw createHttpError('server.busy', { retryAfterSeconds })
        // A finished task starts this one and leaves `running` unchanged.
        await new Promise<void>((startTask) => waiting.push(startTask))
      } else running += 1
      try {
        return await work()
      } finally {
        const startNext = waiting.shift()
        if (startNext) startNext()
        else running -= 1
      }
    },
  }
}

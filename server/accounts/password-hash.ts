import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'
import { normalizePassword } from '#contract/password.ts'
import { createHttpError } from '#server/errors.ts'

/** OWASP's second choice for argon2id: 19 MiB, 2 passes; 40 ms on the reference machine. */
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32

/** Two at once leave the other requests their processor and take 38 MiB at most (security.md 2). */
const hashingLimit = createConcurrencyLimit({ running: 2, waiting: 40 })
const derive = promisify(argon2)

/** The strength of a hash, as it stands in it: a stored one may have been made with other numbers. */
type Cost = typeof cost

/**
 * Hashes a password for keeping, in the PHC string format.
 * @throws Refusal `server.busy` while too many passwords are being worked on
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const tag = await deriveTag(password, salt, cost, tagBytes)
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(tag)}`
}

/**
 * Compares a password with a kept hash. Without a hash it works as long, and says no: who has no account must not
 * learn it from the time.
 * @throws Refusal `server.busy` while too many passwords are being worked on
 */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const { salt, tag, ...parameters } = parseHash(hash ?? dummyHash)
  const given = await deriveTag(password, salt, parameters, tag.length)
  return timingSafeEqual(given, tag) && typeof hash === 'string'
}

/** No password has this hash. */
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

/** Seconds after which a caller who was turned away may try again. */
const retryAfterSeconds = 2

/** Lets expensive work in: so much at once, so much waiting, and the rest is turned away. */
export interface ConcurrencyLimit {
  /** @throws Refusal `server.busy` when too many wait already */
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Makes a gate. What waits is let in in the order in which it came. */
export function createConcurrencyLimit(limits: { running: number; waiting: number }): ConcurrencyLimit {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    run: async (work) => {
      if (running >= limits.running) {
        if (waiting.length >= limits.waiting) throw createHttpError('server.busy', { retryAfterSeconds })
        // Whoever leaves hands its place over, so the count stays as it is.
        await new Promise<void>((enter) => waiting.push(enter))
      } else running += 1
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}

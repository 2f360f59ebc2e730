import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locale } from '#contract/locale.ts'

/** A message on its way out. */
export interface Delivery {
  /** The same at every try: by it a message that arrives twice is recognised. */
  id: string
  to: string
  locale: Locale
  /** What the message is for: its template, or what its code is good for. */
  purpose: string
  /** The code that the text brings, when it brings one. */
  code: string | null
  subject: string
  text: string
  at: Date
}

/** Hands messages to whoever brings them to people. */
export interface Transport {
  /**
   * Resolves when the message was taken over for good.
   * @throws DeliveryError
   */
  send(delivery: Delivery, signal: AbortSignal): Promise<void>
  /** Removes what it keeps of messages whose code is over. */
  forget?(ids: readonly string[]): Promise<void>
  close(): void
}

/** Whether another try makes sense: soon for this message, for none before the provider is well again, or never. */
export type FailureKind = 'temporary' | 'provider' | 'permanent'

/** A try that failed. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
  readonly kind: FailureKind
  /** A few words of ours: what providers answer repeats addresses and texts. */
  readonly problem: string

  constructor(kind: FailureKind, problem: string) {
    super(problem)
    this.kind = kind
    this.problem = problem
  }
}

/** The code of a system's or library's error, of capitals and digits. */
export function errorCode(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,39}$/.test(code)) return code
  return cause === undefined || cause === null ? 'EUNKNOWN' : errorCode(cause)
}

/** Messages name people: only the server's own user may look. */
const folderMode = 0o700
const fileMode = 0o600

/** A folder in which each message is a file. */
export interface MessageFolder {
  /**
   * Writes the file of a message; a second try writes the same file. It is there whole or not at all.
   * @throws DeliveryError when the folder cannot be written to
   */
  write(id: string, content: string | Uint8Array): Promise<void>
  /** Removes the files of these messages. */
  remove(ids: readonly string[]): Promise<void>
}

/** @param extension of its files, with the dot */
export function createMessageFolder(folder: string, extension: string): MessageFolder {
  const toPath = (id: string): string => join(folder, `${id}${extension}`)
  return {
    write: async (id, content) => {
      const partial = `${toPath(id)}.partial`
      try {
        await mkdir(folder, { recursive: true, mode: folderMode })
        await writeFile(partial, content, { mode: fileMode })
        await rename(partial, toPath(id))
      } catch (error) {
        await rm(partial, { force: true }).catch(() => {})
        throw new DeliveryError('provider', errorCode(error))
      }
    },
    remove: async (ids) => {
      for (const id of ids)
        for (const path of [toPath(id), `${toPath(id)}.partial`]) await rm(path, { force: true })
    },
  }
}

import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locale } from '#contract/locale.ts'

/** A message to deliver: the sender creates it from a claimed message, transports read it. */
export interface Delivery {
  /** The same at every attempt, so that receivers recognise duplicates. */
  id: string
  /** E.164 number or e-mail address. */
  to: string
  locale: Locale
  /** Purpose of the message: its template, or the purpose of its code. */
  purpose: string
  /** The code in the text, when there is one. */
  code: string | null
  subject: string
  text: string
  /** When the message was enqueued. */
  at: Date
}

/** Delivers messages to a provider or a folder. */
export interface Transport {
  /**
   * Resolves when the provider has accepted the message.
   * @param signal aborts the attempt: it took too long, or the process stops
   * @throws DeliveryError
   */
  send(delivery: Delivery, signal: AbortSignal): Promise<void>
  /** Removes stored copies of messages whose code has expired. Absent when the transport stores none. */
  deleteCopies?(ids: readonly string[]): Promise<void>
  /** Closes connections; called once, after the last attempt. */
  close(): void
}

/**
 * When to retry: `temporary` soon, `provider` when the provider works again, before which no message is sent, and
 * `permanent` never.
 */
export type FailureKind = 'temporary' | 'provider' | 'permanent'

/** A failed attempt. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
  readonly kind: FailureKind
  /** One of a few fixed texts for lists and logs: responses of providers would repeat addresses and contents. */
  readonly problem: string

  constructor(kind: FailureKind, problem: string) {
    super(problem)
    this.kind = kind
    this.problem = problem
  }
}

/**
 * Gets the code of a system or library error, or of its cause, such as `ECONNREFUSED`. Anything but capitals and digits is
 * no code: free text could contain an address.
 * @returns `EUNKNOWN` when neither has a code
 */
export function getErrorCode(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,39}$/.test(code)) return code
  return cause === undefined || cause === null ? 'EUNKNOWN' : getErrorCode(cause)
}

/** Modes of stored messages, which contain personal data: only the operating-system user of the server can read them. */
const folderMode = 0o700
const fileMode = 0o600

/** A folder with a file for each message. */
export interface MessageFolder {
  /**
   * Writes the file of a message, completely or not at all. A second attempt replaces the file.
   * @throws DeliveryError when the folder cannot be written to
   */
  write(id: string, content: string | Uint8Array): Promise<void>
  /** Removes the files of these messages. */
  remove(ids: readonly string[]): Promise<void>
}

/** Creates a folder for messages. @param extension extension of its files, with the dot */
export function createMessageFolder(folder: string, extension: string): MessageFolder {
  const toPath = (id: string): string => join(folder, `${id}${extension}`)
  return {
    write: async (id, content) => {
      const temporaryPath = `${toPath(id)}.partial`
      try {
        await mkdir(folder, { recursive: true, mode: folderMode })
        await writeFile(temporaryPath, content, { mode: fileMode })
        await rename(temporaryPath, toPath(id))
      } catch (error) {
        await rm(temporaryPath, { force: true }).catch(() => {})
        throw new DeliveryError('provider', getErrorCode(error))
      }
    },
    remove: async (ids) => {
      for (const id of ids)
        for (const path of [toPath(id), `${toPath(id)}.partial`]) await rm(path, { force: true })
    },
  }
}

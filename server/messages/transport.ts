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

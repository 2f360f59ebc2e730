/** What the `decide` of {@link KeyValueStore.change} returns. */
export interface StoreChange<Result> {
  /** Returned to the caller of `change`. */
  result: Result
  /** Values to write. */
  put?: readonly (readonly [key: string, value: unknown])[]
  /** Keys to delete, before the values are written. */
  drop?: readonly string[]
}

/** A key-value store with atomic changes, which run one after the other over all tabs. */
export interface KeyValueStore {
  /**
   * Reads values, and in the same transaction writes what `decide` returns for them. Settles when the writes are durable.
   * @param decide gets the values in the order of the keys; undefined for a key without value
   * @throws StoreError
   */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type of the stored values, as for `read`
  change: <Value, Result>(
    keys: readonly string[],
    decide: (values: readonly (Value | undefined)[]) => StoreChange<Result>,
  ) => Promise<Result>
  /**
   * Reads values in the order of the keys; undefined for a key without value.
   * @param sizeBytes estimated size, when it is large: it extends the timeout
   * @throws StoreError
   */
  read: <Value>(keys: readonly string[], sizeBytes?: number) => Promise<readonly (Value | undefined)[]>
  /** Lists the keys with a prefix. @throws StoreError */
  keys: (prefix: string) => Promise<readonly string[]>
}

/** Why the store failed: IndexedDB is missing, blocked or broken; does not respond in time; or is full. */
export type StoreErrorReason = 'blocked' | 'silent' | 'full'

/** The device's store could not be read or written. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly reason: StoreErrorReason

  constructor(reason: StoreErrorReason, cause?: unknown) {
    super(`the device's store: ${reason}`, { cause })
    this.reason = reason
  }
}

/**
 * Settles with the promise, or with the fallback when it fails or takes too long. Needed for IndexedDB, which never
 * responds in some browsers.
 */
export function withTimeLimit<T, F>(promise: Promise<T>, limitMs: number, fallback: F): Promise<T | F> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<F>((resolve) => {
    timer = setTimeout(() => resolve(fallback), limitMs)
  })
  return Promise.race([promise.catch(() => fallback), limit]).finally(() => clearTimeout(timer))
}

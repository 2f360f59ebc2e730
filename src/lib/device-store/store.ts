/** What a change of a {@link KeyValueStore} leads to. */
export interface StoreChange<Result> {
  result: Result
  put?: readonly (readonly [key: string, value: unknown])[]
  drop?: readonly string[]
}

/** A place for values under keys, with changes that happen whole or not at all, and one after the other over all tabs. */
export interface KeyValueStore {
  /**
   * Reads values, and in the same transaction writes what `decide` makes of them. Settles when what was written is on
   * the disk.
   * @throws StoreError
   */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what lies under the keys, as for `read`
  change: <Value, Result>(
    keys: readonly string[],
    decide: (values: readonly (Value | undefined)[]) => StoreChange<Result>,
  ) => Promise<Result>
  /** @param sizeBytes about how much there is to read, where it is much */
  read: <Value>(keys: readonly string[], sizeBytes?: number) => Promise<readonly (Value | undefined)[]>
  /** Every key that begins so. */
  keys: (prefix: string) => Promise<readonly string[]>
}

/** Why a device keeps nothing: IndexedDB is missing or blocked, never answers, or is full. */
export type StoreErrorReason = 'blocked' | 'silent' | 'full'

/** The device could not keep, or could not tell. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly problem: StoreErrorReason

  constructor(problem: StoreErrorReason, cause?: unknown) {
    super(`the device's store: ${problem}`, { cause })
    this.problem = problem
  }
}

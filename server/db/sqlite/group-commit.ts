import type { DatabaseSync } from 'node:sqlite'
import { retryWhileLocked, type WriteLock } from './write-lock.ts'

/** Maximum number of transactions in a group: under constant load the first one must not wait for the disk forever. */
const maxMembers = 64

/**
 * Commits transactions in groups: those that end within a turn of the event loop, or queue for the lock, share one write to
 * the disk. With `synchronous = FULL` that write takes longer than the rest of a short transaction. Each transaction runs in
 * its own savepoint and can be rolled back alone; its commit resolves only when the whole group is durable.
 */
export class GroupCommit {
  readonly #database: DatabaseSync
  readonly #lock: WriteLock
  readonly #timeoutMs: number | undefined
  /** Transactions of the open group that have committed and wait for the write to the disk. */
  #members: PromiseWithResolvers<void>[] = []

  /**
   * @param lock only its holder may call `begin` and `end`
   * @param timeoutMs how long `begin` waits for other processes, in milliseconds
   */
  constructor(database: DatabaseSync, lock: WriteLock, timeoutMs?: number) {
    this.#database = database
    this.#lock = lock
    this.#timeoutMs = timeoutMs
  }

  /** Begins a transaction. @throws an error of SQLite when another process writes for too long */
  async begin(): Promise<void> {
    // A group that is still open takes this transaction too.
    if (!this.#database.isTransaction)
      await retryWhileLocked(() => this.#database.exec('begin immediate'), this.#timeoutMs)
    this.#database.exec('savepoint member')
  }

  /**
   * Ends a transaction; the caller then releases the lock.
   * @returns `durable`, a promise that resolves when the transaction is durable or rolled back
   */
  async end(how: 'commit' | 'rollback'): Promise<{ durable: Promise<void> }> {
    // SQLite has rolled back the whole group by itself.
    if (!this.#database.isTransaction) return { durable: this.#rejectGroup(how) }
    this.#database.exec(how === 'commit' ? 'release member' : 'rollback to member; release member')
    const durable = how === 'commit' ? this.#join() : Promise.resolve()
    // Without members only a rollback happened, and nothing needs a write to the disk. The first member of a group starts
    // the timer that closes it.
    if (this.#members.length === 0 || this.#members.length >= maxMembers) await this.#close()
    else if (this.#members.length === 1 && how === 'commit') setImmediate(() => void this.#closeInTurn())
    return { durable }
  }

  /** Adds the transaction to the group. @returns a promise that resolves when the group is durable */
  #join(): Promise<void> {
    const member = Promise.withResolvers<void>()
    this.#members.push(member)
    return member.promise
  }

  /** Closes the group as soon as no transaction has the lock; later transactions join the next group. */
  async #closeInTurn(): Promise<void> {
    const unlock = await this.#lock.acquireWithoutTimeout()
    try {
      if (this.#database.isOpen && this.#database.isTransaction) await this.#close()
    } finally {
      unlock()
    }
  }

  /** Writes the group to the disk, or rolls it back when it has no member. The caller has the lock. */
  async #close(): Promise<void> {
    const members = this.#members
    this.#members = []
    try {
      await retryWhileLocked(() => this.#database.exec(members.length > 0 ? 'commit' : 'rollback'))
      for (const member of members) member.resolve()
    } catch (error) {
      // A failed commit leaves the transaction open, so it is rolled back.
      if (this.#database.isTransaction) this.#database.exec('rollback')
      for (const member of members) member.reject(error)
    }
  }

  /**
   * Rejects all members after SQLite itself rolled the group back, as when the disk is full. A rollback has succeeded then.
   */
  async #rejectGroup(how: 'commit' | 'rollback'): Promise<void> {
    const members = this.#members
    this.#members = []
    const error = new Error('the transaction was undone by the database')
    for (const member of members) member.reject(error)
    if (how === 'commit') throw error
  }
}

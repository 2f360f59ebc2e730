import type { DatabaseSync } from 'node:sqlite'
import { retryWhileLocked, type WriteLock } from './write-lock.ts'

/** Most transactions that become durable together. */
const maxMembers = 64

/**
 * Transactions that end within a turn of the event loop, or wait for each other, become durable together, by one write to the disk
 * for all of them: with `synchronous = FULL` that write takes longer than everything else in a short transaction. Each
 * runs in a savepoint of its own and can be undone alone; none is told to be committed before all of them are.
 */
export class GroupCommit {
  readonly #database: DatabaseSync
  readonly #lock: WriteLock
  readonly #patience: number | undefined
  #members: PromiseWithResolvers<void>[] = []

  /**
   * @param lock whose holder alone may begin and end
   * @param patience how long it waits for other processes, in milliseconds
   */
  constructor(database: DatabaseSync, lock: WriteLock, patience?: number) {
    this.#database = database
    this.#lock = lock
    this.#patience = patience
  }

  /** Begins a transaction. @throws DatabaseBusy, and when another process writes for too long */
  async begin(): Promise<void> {
    if (!this.#database.isTransaction)
      await retryWhileLocked(() => this.#database.exec('begin immediate'), this.#patience)
    this.#database.exec('savepoint member')
  }

  /**
   * Ends a transaction; its holder gives the lock back then.
   * @returns what it waits for until it is durable, or undone for good
   */
  async end(how: 'commit' | 'rollback'): Promise<{ durable: Promise<void> }> {
    if (!this.#database.isTransaction) return { durable: this.#giveUp(how) }
    this.#database.exec(how === 'commit' ? 'release member' : 'rollback to member; release member')
    const durable = how === 'commit' ? this.#join() : Promise.resolve()
    if (this.#members.length === 0 || this.#members.length >= maxMembers) await this.#close()
    else if (this.#members.length === 1 && how === 'commit') setImmediate(() => void this.#closeInTurn())
    return { durable }
  }

  #join(): Promise<void> {
    const member = Promise.withResolvers<void>()
    this.#members.push(member)
    return member.promise
  }

  /** After those that have arrived by the next turn of the event loop: whoever comes later is of the next group. */
  async #closeInTurn(): Promise<void> {
    const unlock = await this.#lock.waitAsLongAsItTakes()
    try {
      if (this.#database.isOpen && this.#database.isTransaction) await this.#close()
    } finally {
      unlock()
    }
  }

  async #close(): Promise<void> {
    const members = this.#members
    this.#members = []
    try {
      await retryWhileLocked(() => this.#database.exec(members.length > 0 ? 'commit' : 'rollback'))
      for (const member of members) member.resolve()
    } catch (error) {
      // A commit that failed leaves the transaction open; nobody may go on inside it.
      if (this.#database.isTransaction) this.#database.exec('rollback')
      for (const member of members) member.reject(error)
    }
  }

  /** SQLite undid everything by itself, as it does when the disk is full. */
  async #giveUp(how: 'commit' | 'rollback'): Promise<void> {
    const members = this.#members
    this.#members = []
    const error = new Error('the transaction was undone by the database')
    for (const member of members) member.reject(error)
    if (how === 'commit') throw error
  }
}

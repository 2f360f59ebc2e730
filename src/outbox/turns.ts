/** Runs a piece of work after those that were handed in before it, whether they succeeded or not. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Makes turns for what a person does to the outbox. Sealing ends when the browser has a thread for it: without turns a
 * later change could be kept, and sent, before an earlier one.
 */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}

import { StoreError, type KeyedStore, type StoreProblem } from './store.ts'

/** A store like IndexedDB's for tests: one change after the other, and it fails as told. */
export interface MemoryStore extends KeyedStore {
  values: Map<string, unknown>
  /** From now on it answers so; undefined: as it should. */
  failWith: (problem: StoreProblem | undefined) => void
}

export function makeMemoryStore(): MemoryStore {
  const values = new Map<string, unknown>()
  let problem: StoreProblem | undefined
  const answer = async () => {
    await Promise.resolve()
    if (problem) throw new StoreError(problem)
  }
  const readAll = <Value>(keys: readonly string[]) => keys.map((key) => values.get(key) as Value | undefined)
  return {
    values,
    failWith: (next) => (problem = next),
    async change(keys, decide) {
      await answer()
      const { result, put = [], drop = [] } = decide(readAll(keys))
      for (const key of drop) values.delete(key)
      for (const [key, value] of put) values.set(key, value)
      await Promise.resolve()
      return result
    },
    async read<Value>(keys: readonly string[]) {
      await answer()
      return readAll<Value>(keys)
    },
    async keys(prefix) {
      await answer()
      return [...values.keys()].filter((key) => key.startsWith(prefix))
    },
  }
}

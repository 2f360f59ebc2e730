import { StoreError, type KeyValueStore, type StoreErrorReason } from './store.ts'

/** A store like IndexedDB for tests. Changes run one after the other, and can be made to fail. */
export interface MemoryStore extends KeyValueStore {
  values: Map<string, unknown>
  /** Makes all operations fail, or those on the given keys; undefined ends it. */
  failWith: (problem: StoreErrorReason | undefined, of?: (key: string) => boolean) => void
}

const always = (_key: string): boolean => true

export function makeMemoryStore(): MemoryStore {
  const values = new Map<string, unknown>()
  let problem: StoreErrorReason | undefined
  let isConcerned = always
  const answer = async (keys: readonly string[]) => {
    await Promise.resolve()
    if (problem && (keys.length === 0 || keys.some(isConcerned))) throw new StoreError(problem)
  }
  const readAll = <Value>(keys: readonly string[]) => keys.map((key) => values.get(key) as Value | undefined)
  return {
    values,
    failWith(next, of = always) {
      problem = next
      isConcerned = of
    },
    async change(keys, decide) {
      await answer(keys)
      const { result, put = [], drop = [] } = decide(readAll(keys))
      for (const key of drop) values.delete(key)
      for (const [key, value] of put) values.set(key, value)
      await Promise.resolve()
      return result
    },
    async read<Value>(keys: readonly string[]) {
      await answer(keys)
      return readAll<Value>(keys)
    },
    async keys(prefix) {
      await answer([prefix])
      return [...values.keys()].filter((key) => key.startsWith(prefix))
    },
  }
}

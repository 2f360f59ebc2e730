/** A storage that never throws. When blocked, full or missing, it reads as empty and reports failed writes. */
export interface SafeStorage {
  read: (key: string) => string | undefined
  /** @returns false when the value could not be stored: it then lasts only as long as the page */
  write: (key: string, value: string) => boolean
  remove: (key: string) => void
  /** Lists the keys with a prefix. */
  keys: (prefix: string) => string[]
}

/**
 * Wraps a browser storage. Values that it cannot store stay in memory until the page closes, and win over stored ones.
 * @param open returns the storage; may throw where storage is blocked
 */
export function createSafeStorage(open: () => Storage | undefined): SafeStorage {
  const memory = new Map<string, string>()
  return {
    read: (key) => memory.get(key) ?? tryOrUndefined(() => open()?.getItem(key)) ?? undefined,
    write(key, value) {
      const isStored = tryOrUndefined(() => {
        const storage = open()
        storage?.setItem(key, value)
        return storage !== undefined
      })
      if (isStored) memory.delete(key)
      else memory.set(key, value)
      return isStored === true
    },
    remove(key) {
      memory.delete(key)
      tryOrUndefined(() => open()?.removeItem(key))
    },
    keys(prefix) {
      const stored = tryOrUndefined(() => listKeys(open())) ?? []
      return [...new Set([...memory.keys(), ...stored])].filter((key) => key.startsWith(prefix))
    },
  }
}

function listKeys(storage: Storage | undefined): string[] {
  return Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '')
}

/** Returns undefined when the function throws. */
function tryOrUndefined<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

export const safeLocalStorage = createSafeStorage(() => globalThis.localStorage)
export const safeSessionStorage = createSafeStorage(() => globalThis.sessionStorage)

/** Something that knows how much memory it takes. */
export interface Sized {
  bytes: number
}

/** Entries by key, the least recently used ones dropped when their bytes go over the bound. */
export class ByteCache<Entry extends Sized> {
  readonly #maxBytes: number
  readonly #entries = new Map<string, Entry>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Finds an entry and makes it the most recently used one. */
  find(key: string): Entry | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry
  }

  /** Keeps an entry in the place of another with the same key. One that alone goes over the bound is not kept. */
  put(key: string, entry: Entry): void {
    this.drop(key)
    if (entry.bytes > this.#maxBytes) return
    this.#entries.set(key, entry)
    this.#bytes += entry.bytes
    for (const [oldest, { bytes }] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return
      this.#entries.delete(oldest)
      this.#bytes -= bytes
    }
  }

  drop(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }
}

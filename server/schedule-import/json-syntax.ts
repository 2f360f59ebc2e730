import { InvalidScheduleError } from './schedule-issue.ts'

/** No schedule format nests half as deep; a deeper file is an attack on whoever walks it. */
const maxDepth = 64

/**
 * Parses JSON. `JSON.parse` does the work; its messages tell no place for half of the faults, so a scan tells line and
 * column, and refuses nesting deeper than 64 before anything walks the value.
 * @throws InvalidScheduleError with line and column
 */
export function parseJson(text: string): unknown {
  const scan = new Scan(text)
  scan.document()
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw Object.assign(scan.fault('json.syntax'), { cause })
  }
}

const space = /[ \t\r\n]*/y
// oxlint-disable-next-line no-control-regex -- JSON forbids them in strings
const chars = /[^"\\\u0000-\u001f]*/y
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

class Scan {
  readonly #text: string
  #at = 0
  /** Closing brackets that are still owed. */
  readonly #open: string[] = []

  constructor(text: string) {
    this.#text = text
  }

  document(): void {
    this.#value()
    while (this.#open.length > 0) this.#member()
    this.#take(space)
    if (this.#at < this.#text.length) throw this.fault('json.trailing')
  }

  fault(key: string): InvalidScheduleError {
    const before = this.#text.slice(0, this.#at)
    const line = before.split('\n').length
    const column = this.#at - before.lastIndexOf('\n')
    return new InvalidScheduleError(
      this.#at >= this.#text.length ? 'json.cut_off' : key,
      {},
      { line, column },
    )
  }

  /** What follows inside an open array or object: its end, or a comma and the next value. */
  #member(): void {
    const closing = this.#open.at(-1)
    this.#take(space)
    const char = this.#text[this.#at]
    if (char === closing) {
      this.#at += 1
      this.#open.pop()
      return
    }
    if (char !== ',') throw this.fault('json.syntax')
    this.#at += 1
    if (closing === '}') this.#name()
    this.#value()
  }

  #value(): void {
    this.#take(space)
    const char = this.#text[this.#at]
    if (char === '"') this.#string()
    else if (char === '{' || char === '[') this.#enter(char)
    else if (!this.#take(scalar)) throw this.fault('json.syntax')
  }

  #enter(char: '{' | '['): void {
    if (this.#open.length === maxDepth) throw this.fault('json.too_deep')
    const closing = char === '{' ? '}' : ']'
    this.#open.push(closing)
    this.#at += 1
    this.#take(space)
    if (this.#text[this.#at] === closing) return
    if (closing === '}') this.#name()
    this.#value()
  }

  #name(): void {
    this.#take(space)
    this.#string()
    this.#take(space)
    if (this.#text[this.#at] !== ':') throw this.fault('json.syntax')
    this.#at += 1
  }

  #string(): void {
    if (this.#text[this.#at] !== '"') throw this.fault('json.syntax')
    this.#at += 1
    do this.#take(chars)
    while (this.#take(escape))
    if (this.#text[this.#at] !== '"') throw this.fault('json.syntax')
    this.#at += 1
  }

  /** Moves past a match at the present place. @returns whether there was one of any length */
  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0].length ?? 0
    this.#at += found
    return found > 0
  }
}

/** Reading of JSON that nobody has checked: every function answers something for any value. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object, or an empty one. */
export function toRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

/** The objects of an array; what is none of them, and what is no array, is left out. */
export function toRecords(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** A text or a number as a trimmed text; empty for all else. Exporters write ids both ways. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
}

/** A whole number from 0, or null. */
export function toCount(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

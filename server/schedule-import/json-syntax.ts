import { InvalidScheduleError } from './schedule-issue.ts'

/** Maximum depth. Schedule formats nest less than half as deep; deeper files are attacks. */
const maxDepth = 64

/**
 * Parses JSON. `JSON.parse` gives no position for half of the errors, so a scan finds line and column. It also rejects
 * nesting deeper than 64 before other code walks the value.
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
  /** Closing brackets still expected. */
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

  /** Reads the end of an open array or object, or a comma and the next value. */
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

  /** Moves past a match at the current position. @returns true when it had any length */
  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0].length ?? 0
    this.#at += found
    return found > 0
  }
}

/** These functions read unvalidated JSON and return a value for any input. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the object, or an empty one. */
export function toRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

/** Returns the objects of an array, without its other values. Anything else gives an empty array. */
export function toRecords(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** Returns a text or number as a trimmed text, and an empty text for all else. Exporters write ids both ways. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
}

/** Returns a whole number from 0, or null. */
export function toCount(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

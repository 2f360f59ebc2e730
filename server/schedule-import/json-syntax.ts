import { InvalidScheduleError } from './schedule.ts'

/** Maximum depth. Schedule formats nest less than half as deep; deeper files are attacks. */
const maxDepth = 64

/**
 * Parses JSON. `JSON.parse` gives no position for half of the errors, so a scan finds line and column. It also rejects
 * nesting deeper than 64 before other code walks the value.
 * @throws InvalidScheduleError with line and column
 */
export function parseJson(text: string): unknown {
  const scanner = new JsonScanner(text)
  scanner.scan()
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    // Only if the scanner accepts a text that `JSON.parse` does not.
    throw Object.assign(scanner.createError('json.syntax'), { cause })
  }
}

const spacePattern = /[ \t\r\n]*/y
/** Characters of a string up to its end, an escape or a character that JSON forbids. */
// oxlint-disable-next-line no-control-regex -- JSON forbids them in strings
const charactersPattern = /[^"\\\u0000-\u001f]*/y
const escapePattern = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const scalarPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** Finds the first syntax error of a JSON text. Its methods move past what they read, and throw when it is wrong. */
class JsonScanner {
  readonly #text: string
  #position = 0
  /** Closing brackets still expected. */
  readonly #closingBrackets: string[] = []

  constructor(text: string) {
    this.#text = text
  }

  scan(): void {
    this.#value()
    while (this.#closingBrackets.length > 0) this.#nextInBracket()
    this.#take(spacePattern)
    if (this.#position < this.#text.length) throw this.createError('json.trailing')
  }

  /** Creates the error at the current position. At the end of the text it is always `json.cut_off`. */
  createError(key: string): InvalidScheduleError {
    const precedingText = this.#text.slice(0, this.#position)
    const line = precedingText.split('\n').length
    const column = this.#position - precedingText.lastIndexOf('\n')
    return new InvalidScheduleError(
      this.#position >= this.#text.length ? 'json.cut_off' : key,
      {},
      { line, column },
    )
  }

  /** Reads the end of an open array or object, or a comma and the next value. */
  #nextInBracket(): void {
    const closing = this.#closingBrackets.at(-1)
    this.#take(spacePattern)
    const char = this.#text[this.#position]
    if (char === closing) {
      this.#position += 1
      this.#closingBrackets.pop()
      return
    }
    if (char !== ',') throw this.createError('json.syntax')
    this.#position += 1
    if (closing === '}') this.#name()
    this.#value()
  }

  #value(): void {
    this.#take(spacePattern)
    const char = this.#text[this.#position]
    if (char === '"') this.#string()
    else if (char === '{' || char === '[') this.#openBracket(char)
    else if (!this.#take(scalarPattern)) throw this.createError('json.syntax')
  }

  #openBracket(char: '{' | '['): void {
    if (this.#closingBrackets.length === maxDepth) throw this.createError('json.too_deep')
    const closing = char === '{' ? '}' : ']'
    this.#closingBrackets.push(closing)
    this.#position += 1
    this.#take(spacePattern)
    if (this.#text[this.#position] === closing) return
    if (closing === '}') this.#name()
    this.#value()
  }

  /** Reads the name of an object's member and the colon. */
  #name(): void {
    this.#take(spacePattern)
    this.#string()
    this.#take(spacePattern)
    if (this.#text[this.#position] !== ':') throw this.createError('json.syntax')
    this.#position += 1
  }

  #string(): void {
    if (this.#text[this.#position] !== '"') throw this.createError('json.syntax')
    this.#position += 1
    do this.#take(charactersPattern)
    while (this.#take(escapePattern))
    if (this.#text[this.#position] !== '"') throw this.createError('json.syntax')
    this.#position += 1
  }

  /** Moves past a match at the current position. @returns true when it had any length */
  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.#position
    const length = pattern.exec(this.#text)?.[0].length ?? 0
    this.#position += length
    return length > 0
  }
}

// The following functions read unvalidated JSON and return a value for any input.

/** Returns whether a value is an object, but no array. */
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

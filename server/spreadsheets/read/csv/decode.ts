import { createReadStream } from 'node:fs'
import type { Encoding } from '../../sheet-format.ts'

/**
 * Decodes a file in pieces, without its byte order mark.
 * @param fatal true when invalid bytes are an error; otherwise they become U+FFFD
 */
export async function* decodeFile(path: string, encoding: Encoding, fatal = true): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal, ignoreBOM: true })
  let isStart = true
  for await (const chunk of createReadStream(path)) {
    const text = decoder.decode(chunk as Buffer, { stream: true })
    // GB18030 also has a mark, which the decoder does not know.
    yield isStart && text.startsWith('\uFEFF') ? text.slice(1) : text
    isStart &&= text === ''
  }
  yield decoder.decode()
}

/** Result of decoding a file in an encoding. */
export interface EncodingVerdict {
  encoding: Encoding
  /** Line of the first invalid byte; absent when there is none. */
  invalidLine?: number
  /** True when so few bytes are invalid that the encoding is right but the file damaged. */
  isDamaged: boolean
  /** True when all bytes are ASCII, which is the same in all encodings but UTF-16. */
  isAscii: boolean
}

/** In a wrong encoding, far more than one in this many characters beyond ASCII is invalid. */
const minValidPerInvalid = 10

/** Decodes the whole file in an encoding. A NUL is invalid: no table of texts contains one, and databases reject it. */
export async function tryEncoding(path: string, encoding: Encoding): Promise<EncodingVerdict> {
  try {
    let isAscii = true
    for await (const text of decodeFile(path, encoding)) {
      if (text.includes('\0')) return await findInvalidBytes(path, encoding)
      isAscii &&= !nonAsciiPattern.test(text)
    }
    return { encoding, isDamaged: false, isAscii }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error
    return findInvalidBytes(path, encoding)
  }
}

const nonAsciiPattern = /[^\0-\x7F]/

/** Decodes a file that is invalid in an encoding again, to find the first invalid line and the number of invalid bytes. */
async function findInvalidBytes(path: string, encoding: Encoding): Promise<EncodingVerdict> {
  const lines = new LineCounter()
  let invalidLine: number | undefined
  let invalidCount = 0
  let validCount = 0
  for await (const text of decodeFile(path, encoding, false)) {
    const firstInvalidIndex = text.search(/[\0\uFFFD]/)
    if (invalidLine === undefined) {
      lines.feed(firstInvalidIndex < 0 ? text : text.slice(0, firstInvalidIndex))
      if (firstInvalidIndex >= 0) invalidLine = lines.line
    }
    for (const character of text)
      if (character === '\uFFFD' || character === '\0') invalidCount++
      else if (character > '\x7F') validCount++
  }
  return {
    encoding,
    invalidLine: invalidLine ?? 1,
    isDamaged: validCount > invalidCount * minValidPerInvalid,
    isAscii: false,
  }
}

/**
 * Counts the lines of a CSV text as Excel shows them: line breaks within quotation marks do not count. It ignores
 * separators, so a quotation mark in the middle of a cell misleads it.
 */
class LineCounter {
  /** Number of the next line. */
  line = 1
  #isQuoted = false
  #wasReturn = false

  feed(text: string): void {
    for (const { 0: mark, index } of text.matchAll(/["\r\n]/g)) {
      if (mark === '"') this.#isQuoted = !this.#isQuoted
      else if (!this.#isQuoted && !(mark === '\n' && this.#followsReturn(text, index))) this.line++
    }
    if (text !== '') this.#wasReturn = text.endsWith('\r')
  }

  /** Checks whether a carriage return precedes an index, also one at the end of the previous piece. */
  #followsReturn(text: string, index: number): boolean {
    return index === 0 ? this.#wasReturn : text[index - 1] === '\r'
  }
}

import { isUtf8 } from 'node:buffer'
import { InvalidScheduleError } from './schedule.ts'

/** Maximum size of a schedule file in bytes. */
export const maxFileBytes = 50 * 1024 * 1024

/** XML and PostgreSQL reject these characters; exporters copy them from web forms. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g

/** Removes control characters and unpaired surrogates. Tabs and line ends stay. */
export function removeControls(text: string): string {
  return text.replace(controlCharacters, '').toWellFormed()
}

/**
 * Decodes a file in UTF-8 (with or without a byte order mark) or UTF-16 (with one).
 * @throws InvalidScheduleError when the file is empty, too large or in another encoding
 */
export function decodeSchedule(bytes: Uint8Array): string {
  if (bytes.length > maxFileBytes) throw createTooLargeError(bytes.length)
  const utf16 = findUtf16Label(bytes)
  if (!utf16) checkUtf8(bytes)
  // The decoder drops the byte order mark itself.
  const text = new TextDecoder(utf16 ?? 'utf-8').decode(bytes)
  if (text.trim() === '') throw new InvalidScheduleError('file.empty')
  checkDeclaration(text)
  return removeControls(text)
}

/** Creates the error of a file above {@link maxFileBytes}, also for callers that know the size before reading. */
export function createTooLargeError(sizeBytes: number): InvalidScheduleError {
  const megabytes = (sizeBytes / 1024 / 1024).toFixed(1)
  return new InvalidScheduleError('file.too_large', { size: megabytes, limit: maxFileBytes / 1024 / 1024 })
}

function findUtf16Label(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return undefined
}

/** @throws InvalidScheduleError with the first line that is not UTF-8 */
function checkUtf8(bytes: Uint8Array): void {
  // JSON and XML begin with an ASCII character, so a NUL among the first two bytes is UTF-16 without its mark.
  if (bytes.length > 1 && (bytes[0] === 0 || bytes[1] === 0))
    throw new InvalidScheduleError('file.utf16_unmarked')
  if (isUtf8(bytes)) return
  let line = 1
  for (let lineStart = 0; lineStart < bytes.length; line += 1) {
    const end = bytes.indexOf(0x0a, lineStart)
    const lineEnd = end === -1 ? bytes.length : end + 1
    if (!isUtf8(bytes.subarray(lineStart, lineEnd)))
      throw new InvalidScheduleError('file.not_utf8', {}, { line })
    lineStart = lineEnd
  }
  throw new InvalidScheduleError('file.not_utf8')
}

/** `<?xml version="1.0" encoding="gb2312"?>`. */
const encodingDeclaration = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/i
// oxlint-disable-next-line no-control-regex -- the whole of ASCII
const asciiPattern = /^[\u0000-\u007f]*$/

/**
 * Rejects an XML file whose declaration names another encoding: a converter has broken it, or would. ASCII alone is the
 * same in all of them.
 */
function checkDeclaration(text: string): void {
  const encoding = encodingDeclaration.exec(text)?.[1]
  if (encoding === undefined || /^(utf-?8|utf-?16(le|be)?|us-ascii)$/i.test(encoding)) return
  if (!asciiPattern.test(text))
    throw new InvalidScheduleError('file.encoding_declared', { encoding }, { line: 1 })
}

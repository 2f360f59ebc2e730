import { encodeExtended } from 'content-disposition'
import { fileKinds, findFileKind, type FileKind, type FileRules } from '#contract/file-kinds.ts'
import { createHttpError, type HttpError } from '#server/errors.ts'

/** Longest name in bytes of UTF-8: file systems allow 255, and browsers append a number to existing names. */
const maxNameBytes = 240

/** Invisible characters, and such that reverse the direction of what follows (an `exe` that reads `pdf`). */
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu
/** Characters that Windows does not allow in names. */
const forbiddenCharacters = /[<>:"|?*]/g

/**
 * Sanitizes the name of a file for storing and serving: no path, line break, control or direction mark, and short
 * enough for a file system. Letters of any script and the extension stay.
 */
export function sanitizeFileName(name: string): string {
  const baseName = name.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const cleanName = baseName
    .replaceAll(/\s/g, ' ')
    .replaceAll(invisibleCharacters, '')
    .replaceAll(forbiddenCharacters, '_')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/^[ .]+|[ .]+$/g, '')
  // `.pdf` of `plan.pdf`; a name that only begins with a dot has none.
  const extension = /(?<=.)\.[^.]{1,10}$/u.exec(cleanName)?.[0] ?? ''
  const stem = cleanName.slice(0, cleanName.length - extension.length)
  return truncateToBytes(stem.trimEnd() || 'file', maxNameBytes - Buffer.byteLength(extension)) + extension
}

/** Truncates a text between characters. */
function truncateToBytes(text: string, bytes: number): string {
  let result = ''
  let usedBytes = 0
  for (const character of text) {
    usedBytes += Buffer.byteLength(character)
    if (usedBytes > bytes) break
    result += character
  }
  return result
}

/**
 * Creates a `Content-Disposition` header that saves a file under its name. Old clients get an ASCII name, all others
 * the real one (RFC 6266, RFC 8187). `create` of the package omits one of the two for ASCII names, and sends `?` to old
 * clients.
 */
export function toAttachmentHeader(name: string): string {
  // Quotes and backslashes would end the text, and some old clients decode `%41`.
  const asciiName = name.replaceAll(/[^\x20-\x7E]/g, '_').replaceAll(/["\\%/]/g, '_')
  return `attachment; filename="${asciiName}"; filename*=${encodeExtended(name.toWellFormed())}`
}

/**
 * Gets the kind of a file by the extension of its name. @throws HttpError `upload.type` when the rules do not accept it
 */
export function getAcceptedKind(name: string, rules: FileRules): FileKind {
  const kind = findFileKind(name)
  if (!kind || !rules.kinds.includes(kind)) throw createKindError(rules)
  return kind
}

function createKindError({ kinds }: FileRules): HttpError {
  return createHttpError('upload.type', {
    params: { kinds: kinds.flatMap((kind) => fileKinds[kind].extensions).join(', ') },
  })
}

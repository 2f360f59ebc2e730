import { encodeExtended } from 'content-disposition'
import { fileKinds, findFileKind, type FileKind, type FileRules } from '#contract/file-kinds.ts'
import { createHttpError, type HttpError } from '#server/errors.ts'

/** Longest name in bytes of UTF-8: file systems take 255, and browsers add a number to a name that is there. */
const maxNameBytes = 240

/** Characters that no file system shows, or that turn the direction of what follows (an `exe` that reads `pdf`). */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu
/** Characters that Windows allows in no name. */
const forbidden = /[<>:"|?*]/g

/**
 * The name under which a file is kept and served: no path, line break, control or direction mark, not too long for a
 * file system. Letters of any script stay, and so does the ending.
 */
export function sanitizeFileName(name: string): string {
  const last = name.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .replaceAll(/\s/g, ' ')
    .replaceAll(invisible, '')
    .replaceAll(forbidden, '_')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/^[ .]+|[ .]+$/g, '')
  const ending = /(?<=.)\.[^.]{1,10}$/u.exec(plain)?.[0] ?? ''
  const stem = plain.slice(0, plain.length - ending.length)
  return truncateToBytes(stem.trimEnd() || 'file', maxNameBytes - Buffer.byteLength(ending)) + ending
}

/** Cuts between characters, never within one. */
function truncateToBytes(text: string, bytes: number): string {
  let cut = ''
  let used = 0
  for (const character of text) {
    used += Buffer.byteLength(character)
    if (used > bytes) break
    cut += character
  }
  return cut
}

/**
 * `Content-Disposition` that saves a file under its name. Old clients get an ASCII name, all others the real one
 * (RFC 6266, RFC 8187). `create` of the package gives only one of both to names in ASCII, and `?` to old clients.
 */
export function toAttachmentHeader(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7E]/g, '_').replaceAll(/["\\%/]/g, '_')
  return `attachment; filename="${plain}"; filename*=${encodeExtended(name.toWellFormed())}`
}

/** The kind that a name claims, when the rules take it. @throws Refusal */
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

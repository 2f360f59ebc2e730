import { open, rm, type FileHandle } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import type { FileKind, FileRules } from '#contract/file-kinds.ts'
import { createHttpError } from '#server/errors.ts'
import { getAcceptedKind } from '../file-name.ts'
import { checkArchive } from './archive.ts'
import type { Checker } from './checker.ts'
import { InvalidFileError } from './invalid-file-error.ts'

/** Enough to recognise any known kind of file (file-type reads no more of a stream). */
const headBytes = 4100

/**
 * For each kind, the types that file-type may detect by the first bytes. A document is an archive until its directory is
 * read, which also finds macros.
 */
const signatures: Record<Exclude<FileKind, 'csv'>, readonly string[]> = {
  jpg: ['jpg'],
  png: ['png', 'apng'],
  webp: ['webp'],
  pdf: ['pdf'],
  docx: ['docx', 'docm', 'zip'],
  pptx: ['pptx', 'pptm', 'zip'],
  xlsx: ['xlsx', 'xlsm', 'xltx', 'xltm', 'zip'],
  mp4: ['mp4', 'm4v'],
  mov: ['mov'],
  mp3: ['mp3'],
}

/**
 * Checks a complete upload: its name, its first bytes and its structure must agree on one kind that the rules accept. A
 * picture is re-encoded in place.
 * @param path path of the uploaded bytes
 * @param name name of the file at the user's device
 * @throws HttpError `upload.type`, or `upload.` and the reason of the rejection
 */
export async function checkFile(
  path: string,
  name: string,
  rules: FileRules,
  checker: Checker,
): Promise<FileKind> {
  const kind = getAcceptedKind(name, rules)
  const reencodedPath = `${path}.remade`
  const head = await readHead(path)
  try {
    if (kind === 'csv') {
      await checkCsv(head)
      return kind
    }
    await checkHead(head, kind)
    if (kind === 'docx' || kind === 'pptx' || kind === 'xlsx') await checkArchive(path, kind)
    else if (kind === 'mp4' || kind === 'mov') await checkMp4(path)
    else if (kind === 'pdf') await checker.check({ kind, path })
    // An MP3 has no structure as a whole: players skip frames that they cannot read.
    else if (kind === 'mp3') return kind
    else {
      // Rules that accept pictures have a limit of pixels; without one, none would pass.
      const { maxPixels = 0, leastSide: minSide = 0 } = rules
      await checker.check({ kind, path, reencodedPath, maxPixels, minSide })
    }
  } catch (error) {
    await rm(reencodedPath, { force: true })
    if (!(error instanceof InvalidFileError)) throw error
    // In megapixels and pixels, for the texts about the size of a picture.
    const params = { max: Math.floor((rules.maxPixels ?? 0) / 1_000_000), min: rules.leastSide ?? 0 }
    // The text for a workbook says how to save it without macros.
    const isMacroSheet = kind === 'xlsx' && error.reason === 'active_content'
    const reason = isMacroSheet ? 'active_sheet' : error.reason
    throw createHttpError(`upload.${reason}`, { params, cause: error.cause })
  }
  return kind
}

/** Checks that the first bytes are of this kind. */
async function checkHead(head: Buffer, kind: Exclude<FileKind, 'csv'>): Promise<void> {
  const detectedType = (await fileTypeFromBuffer(head))?.ext ?? ''
  // Excel stores a workbook with a password in the format of the workbooks before 2007.
  if (kind === 'xlsx' && detectedType === 'cfb') throw new InvalidFileError('locked_or_old')
  if (!signatures[kind].includes(detectedType)) throw new InvalidFileError('unreadable')
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** How HTML, SVG, XML, PDF, PostScript and RTF begin: text that is no table. */
const foreignTextPattern = /^(<(!doctype|\?xml|!--|html|head|body|table|svg|script)|%pdf-|%!ps|\{\\rtf)/i
/** Enough bytes for the longest of these beginnings after a byte order mark and blanks. */
const prefixBytes = 400

/**
 * Checks a table as text by its first bytes. A table has no signature, so it must have no signature of another kind.
 * Signatures of two letters occur in honest column headers (`BMI`, `MZ`), so they count only together with control
 * bytes. Zero bytes alone prove nothing: half of the bytes of UTF-16 are zero.
 * @throws InvalidFileError
 */
async function checkCsv(head: Buffer): Promise<void> {
  if (foreignTextPattern.test(decodePrefix(head))) throw new InvalidFileError('unreadable')
  if (hasControls(head) && (await fileTypeFromBuffer(head))) throw new InvalidFileError('unreadable')
}

/** Decodes the start of a text, in any encoding as far as Latin letters go. */
function decodePrefix(head: Buffer): string {
  return head
    .subarray(0, prefixBytes)
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(\xEF\xBB\xBF|\xFF\xFE|\xFE\xFF)/, '')
    .trimStart()
}

/** Checks whether there are bytes that no text in UTF-8 or GB18030 has: control bytes but tabs and line ends (9 to 13). */
function hasControls(head: Buffer): boolean {
  return head.some((byte) => byte < 9 || (byte > 13 && byte < 32))
}

/**
 * Bytes at the start of a box (a part of an MP4): length and name, and a 64-bit length that follows when the first one is
 * 1 (ISO/IEC 14496-12, 4.2).
 */
const boxHeadBytes = 16
const shortBoxHeadBytes = 8
/** Films that are written while recording have about two boxes a second: this is ten hours. */
const maxBoxes = 100_000

/**
 * Checks that an MP4 or QuickTime film is complete: boxes follow each other up to the last byte, and among them are the
 * description (`moov`) and the media data (`mdat`). Nothing in them is decoded.
 * @throws InvalidFileError when it is truncated or no film
 */
async function checkMp4(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    const boxNames = await readBoxNames(file, (await file.stat()).size)
    if (!boxNames.has('moov') || !boxNames.has('mdat')) throw new InvalidFileError('unreadable')
  } finally {
    await file.close()
  }
}

/** Reads the names of the boxes at the top level, such as `moov`. @throws InvalidFileError when they do not fill the file */
async function readBoxNames(file: FileHandle, sizeBytes: number): Promise<Set<string>> {
  const boxNames = new Set<string>()
  const head = Buffer.alloc(boxHeadBytes)
  let position = 0
  for (let box = 0; position < sizeBytes; box += 1) {
    const { bytesRead } = await file.read(head, 0, boxHeadBytes, position)
    if (bytesRead < shortBoxHeadBytes || box > maxBoxes) throw new InvalidFileError('unreadable')
    boxNames.add(head.toString('latin1', 4, 8))
    position += getBoxBytes(head.subarray(0, bytesRead), sizeBytes - position)
  }
  if (position !== sizeBytes) throw new InvalidFileError('unreadable')
  return boxNames
}

/** Gets the length of a box. @param leftBytes bytes from its start to the end of the file, which a length of 0 means */
function getBoxBytes(head: Buffer, leftBytes: number): number {
  const shortLength = head.readUInt32BE(0)
  if (shortLength === 0) return leftBytes
  if (shortLength !== 1) return requireMinLength(shortLength, shortBoxHeadBytes)
  if (head.length < boxHeadBytes) throw new InvalidFileError('unreadable')
  return requireMinLength(Number(head.readBigUInt64BE(8)), boxHeadBytes)
}

function requireMinLength(bytes: number, minBytes: number): number {
  if (bytes < minBytes) throw new InvalidFileError('unreadable')
  return bytes
}

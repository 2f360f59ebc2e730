import { open, rm, type FileHandle } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import type { FileKind, FileRules } from '#contract/file-kinds.ts'
import { createHttpError } from '#server/errors.ts'
import { getAcceptedKind } from '../file-name.ts'
import { checkArchive } from './archive.ts'
import type { Checker } from './checker.ts'
import { InvalidFileError } from './invalid-file-error.ts'

/** As much as tells any kind of file that is known (file-type reads no more of a stream). */
const headBytes = 4100

/** What the first bytes of each kind tell; a document is an archive until its directory is read,
 * which finds macros too. */
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
 * Checks a file that has arrived whole: its name, its first bytes and its structure must tell the same kind, one that
 * the rules take. A picture is made anew in its place.
 * @throws Refusal
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
    // Frame by frame a player takes what it can: an MP3 has no structure of a whole.
    else if (kind === 'mp3') return kind
    else {
      const { maxPixels = 0, leastSide = 0 } = rules
      await checker.check({ kind, path, reencodedPath, maxPixels, leastSide })
    }
  } catch (error) {
    await rm(reencodedPath, { force: true })
    if (!(error instanceof InvalidFileError)) throw error
    const params = { max: Math.floor((rules.maxPixels ?? 0) / 1_000_000), min: rules.leastSide ?? 0 }
    const isMacroSheet = kind === 'xlsx' && error.reason === 'active_content'
    const reason = isMacroSheet ? 'active_sheet' : error.reason
    throw createHttpError(`upload.${reason}`, { params, cause: error.cause })
  }
  return kind
}

async function checkHead(head: Buffer, kind: Exclude<FileKind, 'csv'>): Promise<void> {
  const found = (await fileTypeFromBuffer(head))?.ext ?? ''
  // What Excel locks with a password is packed in the format of the workbooks before 2007.
  if (kind === 'xlsx' && found === 'cfb') throw new InvalidFileError('locked_or_old')
  if (!signatures[kind].includes(found)) throw new InvalidFileError('unreadable')
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

/** What other kinds of texts begin with: pages, drawings, XML, documents and programs for printers. */
const foreignTexts = /^(<(!doctype|\?xml|!--|html|head|body|table|svg|script)|%pdf-|%!ps|\{\\rtf)/i
/** As many bytes as hold the longest of these behind a mark and blanks. */
const startBytes = 400

/**
 * Checks a table as text by its first bytes. It has no signature of its own, so it must have none of any other kind; but
 * signatures of two letters begin honest headers too (`BMI`, `MZ`), so a text is known by how it reads. Zero bytes alone
 * say nothing: half of those of UTF-16 are.
 * @throws InvalidFileError
 */
async function checkCsv(head: Buffer): Promise<void> {
  if (foreignTexts.test(decodeStart(head))) throw new InvalidFileError('unreadable')
  if (hasControls(head) && (await fileTypeFromBuffer(head))) throw new InvalidFileError('unreadable')
}

/** What a text begins with, in any encoding as far as Latin letters go. */
function decodeStart(head: Buffer): string {
  return head
    .subarray(0, startBytes)
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(\xEF\xBB\xBF|\xFF\xFE|\xFE\xFF)/, '')
    .trimStart()
}

/** True when there are bytes that no text in UTF-8 or GB18030 has. */
function hasControls(head: Buffer): boolean {
  return head.some((byte) => byte < 9 || (byte > 13 && byte < 32))
}

/** Length and name of a box, and the length in 64 bits that follows when the first is 1 (ISO/IEC 14496-12, 4.2). */
const boxHeadBytes = 16
const shortBoxHeadBytes = 8
/** Films that are written as they are shot have some two boxes a second: ten hours of them. */
const maxBoxes = 100_000

/**
 * Checks that an MP4 or QuickTime film is whole: box follows box up to its last byte, and among them are one that
 * describes the film and one that holds it. Nothing in them is decoded.
 * @throws InvalidFileError when it was cut off or is none
 */
async function checkMp4(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    const names = await readBoxNames(file, (await file.stat()).size)
    if (!names.has('moov') || !names.has('mdat')) throw new InvalidFileError('unreadable')
  } finally {
    await file.close()
  }
}

async function readBoxNames(file: FileHandle, sizeBytes: number): Promise<Set<string>> {
  const names = new Set<string>()
  const head = Buffer.alloc(boxHeadBytes)
  let at = 0
  for (let box = 0; at < sizeBytes; box += 1) {
    const { bytesRead } = await file.read(head, 0, boxHeadBytes, at)
    if (bytesRead < shortBoxHeadBytes || box > maxBoxes) throw new InvalidFileError('unreadable')
    names.add(head.toString('latin1', 4, 8))
    at += boxBytes(head.subarray(0, bytesRead), sizeBytes - at)
  }
  if (at !== sizeBytes) throw new InvalidFileError('unreadable')
  return names
}

/** @param leftBytes from the begin of the box to the end of the file, up to which a length of 0 reaches */
function boxBytes(head: Buffer, leftBytes: number): number {
  const short = head.readUInt32BE(0)
  if (short === 0) return leftBytes
  if (short !== 1) return checkedLength(short, shortBoxHeadBytes)
  if (head.length < boxHeadBytes) throw new InvalidFileError('unreadable')
  return checkedLength(Number(head.readBigUInt64BE(8)), boxHeadBytes)
}

function checkedLength(bytes: number, atLeast: number): number {
  if (bytes < atLeast) throw new InvalidFileError('unreadable')
  return bytes
}

import { open, rm } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import type { FileKind, FileRules } from '#contract/file-kinds.ts'
import { createHttpError } from '#server/errors.ts'
import { acceptedKind } from './accepted-kind.ts'
import { checkArchive } from './archive.ts'
import { checkCsv } from './csv.ts'
import type { Checker } from './checker.ts'
import { InvalidFileError } from './invalid-file-error.ts'
import { checkMp4 } from './mp4.ts'
import { getReencodedPath } from './reencoded-path.ts'

/** As much as tells any kind of file that is known (file-type reads no more of a stream). */
const headBytes = 4100

/** What the first bytes of each kind tell; a document is an archive until its directory is read,
 * which finds macros too. */
const heads: Record<Exclude<FileKind, 'csv'>, readonly string[]> = {
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
  const kind = acceptedKind(name, rules)
  const head = await headOf(path)
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
    else await checker.check({ kind, path, maxPixels: rules.maxPixels ?? 0, leastSide: rules.leastSide ?? 0 })
  } catch (error) {
    await rm(getReencodedPath(path), { force: true })
    if (!(error instanceof InvalidFileError)) throw error
    const params = { max: Math.floor((rules.maxPixels ?? 0) / 1_000_000), min: rules.leastSide ?? 0 }
    const isMacroSheet = kind === 'xlsx' && error.fault === 'active_content'
    const fault = isMacroSheet ? 'active_sheet' : error.fault
    throw createHttpError(`upload.${fault}`, { params, cause: error.cause })
  }
  return kind
}

async function checkHead(head: Buffer, kind: Exclude<FileKind, 'csv'>): Promise<void> {
  const found = (await fileTypeFromBuffer(head))?.ext ?? ''
  // What Excel locks with a password is packed in the format of the workbooks before 2007.
  if (kind === 'xlsx' && found === 'cfb') throw new InvalidFileError('locked_or_old')
  if (!heads[kind].includes(found)) throw new InvalidFileError('unreadable')
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

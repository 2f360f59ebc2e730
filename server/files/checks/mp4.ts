import { open, type FileHandle } from 'node:fs/promises'
import { InvalidFileError } from './invalid-file-error.ts'

/** Length and name of a box, and the length in 64 bits that follows when the first is 1 (ISO/IEC 14496-12, 4.2). */
const headBytes = 16
const shortHeadBytes = 8
/** Films that are written as they are shot have some two boxes a second: ten hours of them. */
const maxBoxes = 100_000

/**
 * Checks that an MP4 or QuickTime film is whole: box follows box up to its last byte, and among them are one that
 * describes the film and one that holds it. Nothing in them is decoded.
 * @throws InvalidFileError when it was cut off or is none
 */
export async function checkMp4(path: string): Promise<void> {
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
  const head = Buffer.alloc(headBytes)
  let at = 0
  for (let box = 0; at < sizeBytes; box += 1) {
    const { bytesRead } = await file.read(head, 0, headBytes, at)
    if (bytesRead < shortHeadBytes || box > maxBoxes) throw new InvalidFileError('unreadable')
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
  if (short !== 1) return checked(short, shortHeadBytes)
  if (head.length < headBytes) throw new InvalidFileError('unreadable')
  return checked(Number(head.readBigUInt64BE(8)), headBytes)
}

function checked(bytes: number, atLeast: number): number {
  if (bytes < atLeast) throw new InvalidFileError('unreadable')
  return bytes
}

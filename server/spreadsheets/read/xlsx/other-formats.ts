import type { FileHandle } from 'node:fs/promises'
import { InvalidSheetError } from '../../invalid-sheet-error.ts'

/** Begins both workbooks before 2007 and workbooks that a password locks (MS-CFB 2.2). */
const compoundHeader = Buffer.from('d0cf11e0a1b11ae1', 'hex')
/** The stream of a compound file that holds a locked workbook (MS-OFFCRYPTO 2.3). */
const lockedStream = Buffer.from('EncryptedPackage\0', 'utf16le')
/** The names of streams stand at the beginning of directory entries of this length. */
const directoryEntryBytes = 128
/** A multiple of the entries' length. */
const chunkBytes = 65_536

/**
 * Tells what else a workbook's file can be.
 * @throws InvalidSheetError when it is locked by a password, or of another format
 */
export async function refuseOtherFormat(file: FileHandle): Promise<void> {
  const chunk = Buffer.alloc(chunkBytes)
  let isCompound = false
  for (let start = 0; ; start += chunkBytes) {
    const { bytesRead } = await file.read(chunk, 0, chunkBytes, start)
    const bytes = chunk.subarray(0, bytesRead)
    if (start === 0) isCompound = bytes.indexOf(compoundHeader) === 0
    if (!isCompound) return
    for (let at = 0; at < bytesRead; at += directoryEntryBytes)
      if (lockedStream.equals(bytes.subarray(at, at + lockedStream.length)))
        throw new InvalidSheetError('encrypted')
    if (bytesRead < chunkBytes) throw new InvalidSheetError('old_format')
  }
}

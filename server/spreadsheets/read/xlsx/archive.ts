import { open, type FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { InvalidSheetError } from '../../invalid-sheet-error.ts'

/** A workbook with hundreds of sheets and pictures has a few thousand parts. */
const maxEntries = 10_000
/** Limit of all parts, in bytes. 50,000 rows of 12 columns take 40 MB. */
const maxExpandedBytes = 400 * 1024 * 1024
/** Repetitive sheets compress to a hundredth; a bomb to a thousandth. */
const maxRatio = 300
/** Smaller archives do no harm, however they compress. */
const ratioFromBytes = 16 * 1024 * 1024

/** The parts of a workbook. */
export interface Archive {
  has(part: string): boolean
  /** Reads a part. It fails when the bytes differ from the directory in length or checksum. */
  read(part: string): AsyncIterable<Buffer>
}

/**
 * Opens the archive of a workbook by its directory; nothing is expanded yet.
 * @throws InvalidSheetError when it is no archive, a bomb, or encrypted
 */
export async function openArchive(path: string): Promise<Archive> {
  const file = await open(path)
  try {
    await rejectOtherFormats(file)
  } finally {
    await file.close()
  }
  const zip = await openPromise(path, { autoClose: false, validateEntrySizes: true })
  try {
    const entries = await checkEntries(zip)
    // Binary workbooks of Excel (xlsb) and sheets of OpenDocument (ods).
    if (entries.has('xl/workbook.bin') || entries.has('mimetype')) throw new InvalidSheetError('old_format')
    return {
      has: (part) => entries.has(part.toLowerCase()),
      read(part) {
        const entry = entries.get(part.toLowerCase())
        if (!entry) throw new InvalidSheetError('unreadable', {}, new Error(`there is no part ${part}`))
        return readEntry(zip, entry)
      },
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** Reads a part and compares its checksum with that of the directory. */
async function* readEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let checksum = 0
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    checksum = crc32(chunk as Buffer, checksum)
    yield chunk as Buffer
  }
  if (checksum !== entry.crc32)
    throw new InvalidSheetError('unreadable', {}, new Error(`${entry.fileName} is damaged`))
}

/**
 * Lists the parts by their name in lower case. Rejects two parts of one name, from which two programs could read
 * different tables.
 */
async function checkEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  let expandedBytes = 0
  let packedBytes = 0
  if (zip.entryCount > maxEntries) throw new InvalidSheetError('too_large')
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase()
    if (entry.isEncrypted()) throw new InvalidSheetError('encrypted')
    if (entries.has(name)) throw new InvalidSheetError('unreadable', {}, new Error(`two parts ${name}`))
    entries.set(name, entry)
    expandedBytes += entry.uncompressedSize
    packedBytes += entry.compressedSize
    const isBomb = expandedBytes > ratioFromBytes && expandedBytes > maxRatio * packedBytes
    if (isBomb || expandedBytes > maxExpandedBytes) throw new InvalidSheetError('too_large')
  }
  return entries
}

/** Start of workbooks before 2007 and of workbooks with a password (MS-CFB 2.2). */
const compoundHeader = Buffer.from('d0cf11e0a1b11ae1', 'hex')
/** The stream of a compound file with an encrypted workbook (MS-OFFCRYPTO 2.3). */
const encryptedStreamName = Buffer.from('EncryptedPackage\0', 'utf16le')
/** Length of a directory entry, which begins with the name of its stream. */
const directoryEntryBytes = 128
/** A multiple of the length of an entry. */
const chunkBytes = 65_536

/**
 * Rejects compound files: workbooks with a password, and those of old programs. Whether other files are archives, the
 * reader of the archive finds out.
 * @throws InvalidSheetError `encrypted` or `old_format`
 */
async function rejectOtherFormats(file: FileHandle): Promise<void> {
  const chunk = Buffer.alloc(chunkBytes)
  let isCompound = false
  for (let start = 0; ; start += chunkBytes) {
    const { bytesRead } = await file.read(chunk, 0, chunkBytes, start)
    const bytes = chunk.subarray(0, bytesRead)
    if (start === 0) isCompound = bytes.indexOf(compoundHeader) === 0
    if (!isCompound) return
    for (let offset = 0; offset < bytesRead; offset += directoryEntryBytes)
      if (encryptedStreamName.equals(bytes.subarray(offset, offset + encryptedStreamName.length)))
        throw new InvalidSheetError('encrypted')
    if (bytesRead < chunkBytes) throw new InvalidSheetError('old_format')
  }
}

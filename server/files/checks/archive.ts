import { SaxesParser } from 'saxes'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { InvalidFileError } from './invalid-file-error.ts'

/** Kinds of files that are archives of XML parts (ECMA-376). */
export type OfficeKind = 'docx' | 'pptx' | 'xlsx'

/** Content type of the main part of each kind: a document of another kind has another one. */
const mainTypes: Record<OfficeKind, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
}

/** The slides of a whole day with all pictures have a few thousand parts. */
const maxEntries = 10_000
/** Maximum of expanded to packed bytes. Real documents compress to a tenth; a bomb to a thousandth. */
const maxRatio = 100
/** The ratio is checked from this expanded size on: small repetitive parts compress further and do no harm. */
const ratioFromBytes = 1024 * 1024
/** Limit for all parts together when expanded, in bytes. */
const maxExpandedBytes = 1024 * 1024 * 1024
/** Limit for one part that is read (a list of types or links), in bytes. */
const maxPartBytes = 4 * 1024 * 1024
/** Limit for all parts that are read, in bytes. */
const maxReadBytes = 32 * 1024 * 1024

/** Names of macros, their signatures, controls, and programs in the document, such as `word/vbaProject.bin`. */
const activeParts =
  /(^|\/)(vba|activex|ctrlprops)|\.(bin|exe|dll|js|vbs|bat|cmd|ps1|scr|lnk|hta|docm|dotm|pptm|potm|ppam|xlsm|xlsb|xlam)$/i
/** Printer settings and embedded fonts have such names and start nothing. */
const harmlessParts = /(^|\/)(printersettings\/printersettings\d*\.bin|fonts\/[^/]+)$/i
/** Links that users follow; any other external target is loaded when the document opens. */
const followedLinks = /\/(hyperlink|video|audio|media)$/

/**
 * Checks a document by the directory of its archive. Only the lists of types and links are expanded.
 * @throws InvalidFileError when it is damaged, another kind of document, or a bomb; when it contains macros, programs,
 * or content that loads from outside
 */
export async function checkArchive(path: string, kind: OfficeKind): Promise<void> {
  let zip: ZipFile | undefined
  try {
    zip = await openPromise(path, { autoClose: false, strictFileNames: true, validateEntrySizes: true })
    await checkParts(zip, kind)
  } catch (error) {
    throw error instanceof InvalidFileError ? error : new InvalidFileError('unreadable', error)
  } finally {
    zip?.close()
  }
}

async function checkParts(zip: ZipFile, kind: OfficeKind): Promise<void> {
  if (zip.entryCount > maxEntries) throw new InvalidFileError('unreadable')
  const partNames = new Set<string>()
  const partsToRead: Entry[] = []
  let expandedBytes = 0
  let packedBytes = 0
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase()
    if (partNames.has(name) || entry.isEncrypted()) throw new InvalidFileError('unreadable')
    partNames.add(name)
    if (activeParts.test(name) && !harmlessParts.test(name)) throw new InvalidFileError('active_content')
    expandedBytes += entry.uncompressedSize
    packedBytes += entry.compressedSize
    rejectBomb(entry.uncompressedSize, entry.compressedSize)
    if (name === '[content_types].xml' || name.endsWith('.rels')) partsToRead.push(entry)
  }
  rejectBomb(expandedBytes, packedBytes)
  if (!partNames.has('[content_types].xml')) throw new InvalidFileError('unreadable')
  if (partsToRead.reduce((sum, entry) => sum + entry.uncompressedSize, 0) > maxReadBytes)
    throw new InvalidFileError('unreadable')
  for (const entry of partsToRead) {
    const text = await readPart(zip, entry)
    if (entry.fileName.toLowerCase().endsWith('.rels')) checkLinks(text)
    else checkTypes(text, kind)
  }
}

/** Rejects a part, or the whole document, that expands to far more bytes than it has. */
function rejectBomb(expandedBytes: number, packedBytes: number): void {
  const isBomb = expandedBytes > ratioFromBytes && expandedBytes > maxRatio * packedBytes
  if (isBomb || expandedBytes > maxExpandedBytes) throw new InvalidFileError('unreadable')
}

/** Expands a part. The stream fails when it is longer than the directory says, so the limit holds. */
async function readPart(zip: ZipFile, entry: Entry): Promise<string> {
  if (entry.uncompressedSize > maxPartBytes) throw new InvalidFileError('unreadable')
  const chunks: Buffer[] = []
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
}

/** Checks the list `[Content_Types].xml`: no type of a macro, and the main type of the kind. */
function checkTypes(xml: string, kind: OfficeKind): void {
  const types = listAttributes(xml).flatMap(({ ContentType }) => ContentType ?? [])
  if (types.some((type) => /macroenabled|vbaproject|activex/i.test(type)))
    throw new InvalidFileError('active_content')
  if (!types.includes(mainTypes[kind])) throw new InvalidFileError('unreadable')
}

/** Checks a list of links (`.rels`): an external target must be one that users follow. */
function checkLinks(xml: string): void {
  for (const { Type = '', TargetMode, Target = '' } of listAttributes(xml)) {
    if (TargetMode?.toLowerCase() !== 'external') continue
    if (!followedLinks.test(Type) || /^\s*(javascript|vbscript|data):/i.test(Target))
      throw new InvalidFileError('active_content')
  }
}

/** Lists the attributes of all elements. Entities that a document defines are an error. */
function listAttributes(xml: string): Record<string, string>[] {
  const attributeLists: Record<string, string>[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ attributes }) => attributeLists.push(attributes))
  parser.write(xml).close()
  return attributeLists
}

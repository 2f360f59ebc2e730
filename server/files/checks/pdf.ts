import { open, type FileHandle } from 'node:fs/promises'
import { getResolvedPDFJS } from 'unpdf'
import type { PDFPageProxy } from 'unpdf/pdfjs'
import { InvalidFileError } from './invalid-file-error.ts'

/** Bytes that are read first: most files describe their structure in them and at their end. */
const headBytes = 64 * 1024
/** A complete file gives the position of its structure in its last bytes (PDF 32000-1, 7.5.5; readers search 1 KB). */
const tailBytes = 1024
/** A file with more pages is rejected: slides and resumes have fewer. */
const maxPages = 2000

/** Names of actions and parts that start something outside the page. */
const activeNames = /\/(?:JavaScript|Launch|EmbeddedFile|RichMedia|SubmitForm|ImportData)\b/

/**
 * Checks the structure of a PDF, reading it in pieces.
 * @throws InvalidFileError when it is damaged, truncated or needs a password, or when it contains scripts, programs to
 * launch or files
 */
export async function checkPdf(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await rejectActiveNames(file)
    await rejectTruncated(file)
    await checkStructure(file, (await file.stat()).size)
  } finally {
    await file.close()
  }
}

/** Finds names in plain bytes; the structure check finds those in compressed parts. */
async function rejectActiveNames(file: FileHandle): Promise<void> {
  // A name may begin in one chunk and end in the next.
  const overlapCharacters = 32
  let previousTail = ''
  // The next checks read the same file, so the stream must not close it.
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) {
    // Letters of a name can be written as #4A (PDF 32000-1, 7.3.5).
    const text = previousTail + (chunk as Buffer).toString('latin1')
    const unescaped = text.replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(parseInt(hex, 16)),
    )
    if (activeNames.test(unescaped)) throw new InvalidFileError('active_content')
    previousTail = text.slice(-overlapCharacters)
  }
}

/** Requires the end of a complete file, `startxref 1234 %%EOF`. */
async function rejectTruncated(file: FileHandle): Promise<void> {
  const { size } = await file.stat()
  const tail = Buffer.alloc(Math.min(size, tailBytes))
  await file.read(tail, 0, tail.length, size - tail.length)
  if (!/startxref\s+\d+\s+%%EOF/.test(tail.toString('latin1'))) throw new InvalidFileError('unreadable')
}

/** Opens the file by pdf.js, which requests the bytes that it needs, and looks for active parts in every page. */
async function checkStructure(file: FileHandle, size: number): Promise<void> {
  const pdfjs = await getResolvedPDFJS()
  const head = Buffer.alloc(Math.min(size, headBytes))
  await file.read(head, 0, head.length, 0)
  const range = new pdfjs.PDFDataRangeTransport(size, new Uint8Array(head))
  range.requestDataRange = (begin: number, end: number) => {
    const requestedBytes = new Uint8Array(end - begin)
    // A failed read ends the process, and the file counts as unreadable.
    void file
      .read(requestedBytes, 0, requestedBytes.length, begin)
      .then(() => range.onDataRange(begin, requestedBytes))
  }
  // Reads no more than needed, stops at the first error, and loads no fonts: nothing is drawn.
  const task = pdfjs.getDocument({
    range,
    disableAutoFetch: true,
    disableStream: true,
    stopAtErrors: true,
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
  })
  try {
    const pdf = await task.promise
    const info = new Map(Object.entries((await pdf.getMetadata()).info))
    if (pdf.numPages > maxPages) throw new InvalidFileError('unreadable')
    // XFA is a form in XML with scripts of its own.
    const isActive =
      (await pdf.hasJSActions()) || (await pdf.getAttachments()) !== null || info.get('IsXFAPresent') === true
    if (isActive) throw new InvalidFileError('active_content')
    for (let number = 1; number <= pdf.numPages; number += 1) await checkPage(await pdf.getPage(number))
  } catch (error) {
    if (error instanceof InvalidFileError) throw error
    // A file that only forbids changes opens without a password, as in every reader.
    throw new InvalidFileError(isLocked(error) ? 'locked' : 'unreadable', error)
  } finally {
    await task.destroy()
  }
}

/** Checks for the error of pdf.js about a file that needs a password. */
function isLocked(error: unknown): boolean {
  return error instanceof Error && error.name === 'PasswordException'
}

/** The properties of an annotation, as pdf.js returns them, that reveal more than a link to a page or URL. */
interface Annotation {
  subtype?: string
  actions?: object | null
  /** Raw target of a link; one that launches a program looks like a path. */
  unsafeUrl?: string
}

/** Targets of links that readers open in a browser, mail or phone program, or in the file itself. */
const harmlessLink = /^(https?:|mailto:|tel:|ftp:|www\.|#)/i

/** Rejects a page with scripts, attached files, or links that start something. */
async function checkPage(page: PDFPageProxy): Promise<void> {
  const annotations = (await page.getAnnotations()) as Annotation[]
  const actions = [await page.getJSActions(), ...annotations.map((annotation) => annotation.actions)]
  const isActive =
    actions.some((pageActions) => pageActions && Object.keys(pageActions).length > 0) ||
    annotations.some(({ subtype }) => subtype === 'FileAttachment' || subtype === 'RichMedia') ||
    annotations.some(({ unsafeUrl }) => unsafeUrl !== undefined && !harmlessLink.test(unsafeUrl.trim()))
  if (isActive) throw new InvalidFileError('active_content')
  page.cleanup()
}

import { fileTypeFromBuffer } from 'file-type'
import { InvalidFileError } from './invalid-file-error.ts'

/** What other kinds of texts begin with: pages, drawings, XML, documents and programs for printers. */
const foreignTexts = /^(<(!doctype|\?xml|!--|html|head|body|table|svg|script)|%pdf-|%!ps|\{\\rtf)/i
/** As many bytes as hold the longest of these behind a mark and blanks. */
const beginBytes = 400

/**
 * Checks a table as text by its first bytes. It has no signature of its own, so it must have none of any other kind; but
 * signatures of two letters begin honest headers too (`BMI`, `MZ`), so a text is known by how it reads. Zero bytes alone
 * say nothing: half of those of UTF-16 are.
 * @throws InvalidFileError
 */
export async function checkCsv(head: Buffer): Promise<void> {
  if (foreignTexts.test(beginOf(head))) throw new InvalidFileError('unreadable')
  if (hasControls(head) && (await fileTypeFromBuffer(head))) throw new InvalidFileError('unreadable')
}

/** What a text begins with, in any encoding as far as Latin letters go. */
function beginOf(head: Buffer): string {
  return head
    .subarray(0, beginBytes)
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(\xEF\xBB\xBF|\xFF\xFE|\xFE\xFF)/, '')
    .trimStart()
}

/** True when there are bytes that no text in UTF-8 or GB18030 has. */
function hasControls(head: Buffer): boolean {
  return head.some((byte) => byte < 9 || (byte > 13 && byte < 32))
}

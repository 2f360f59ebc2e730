import { InvalidSheetError } from '../../invalid-sheet-error.ts'
import type { Archive } from './archive.ts'
import { readXml } from './xml.ts'
import { maxCellCharacters } from '../sheet-source.ts'

/** Limit of the shared texts of a workbook, in bytes: all must be available at once. */
const maxBytes = 64 * 1024 * 1024
/** Limit of their number: each takes 12 bytes, even an empty one. */
const maxStrings = 4_000_000
/** Bytes of a block of texts. A longer text gets a block of its own size. */
const blockBytes = 1024 * 1024

/** Texts that cells reference by index. */
export interface SharedStrings {
  /** Undefined when the workbook has no text with this index. */
  get(index: number): string | undefined
}

/**
 * Reads the shared texts of a workbook. They are packed outside the heap: as strings they would take three times the
 * memory.
 */
export async function readSharedStrings(archive: Archive, part: string | undefined): Promise<SharedStrings> {
  const strings = new PackedStrings()
  if (part === undefined || !archive.has(part)) return strings
  const reader = new RichTextReader()
  await readXml(archive.read(part), {
    open(name) {
      if (name === 'si') reader.begin()
      else reader.open(name)
    },
    text: (text) => reader.text(text),
    close(name) {
      if (name === 'si') strings.add(reader.end())
      else reader.close(name)
    },
  })
  return strings
}

/** Texts as UTF-8 in a few large blocks. */
class PackedStrings implements SharedStrings {
  readonly #blocks: Buffer[] = []
  /** Bytes of the last block that are in use. */
  #usedBytes = 0
  #totalBytes = 0
  /** Block, start and end of each text. */
  #positions = new Uint32Array(3 * 1024)
  #count = 0

  add(text: string): void {
    const bytes = Buffer.from(text)
    this.#totalBytes += bytes.length
    if (this.#totalBytes > maxBytes || this.#count === maxStrings) throw new InvalidSheetError('too_large')
    const lastBlock = this.#blocks.at(-1)
    if (!lastBlock || this.#usedBytes + bytes.length > lastBlock.length) {
      this.#blocks.push(Buffer.allocUnsafeSlow(Math.max(blockBytes, bytes.length)))
      this.#usedBytes = 0
    }
    this.#blocks.at(-1)?.set(bytes, this.#usedBytes)
    if (this.#count * 3 === this.#positions.length) {
      const positions = new Uint32Array(this.#positions.length * 2)
      positions.set(this.#positions)
      this.#positions = positions
    }
    this.#positions.set(
      [this.#blocks.length - 1, this.#usedBytes, this.#usedBytes + bytes.length],
      this.#count * 3,
    )
    this.#usedBytes += bytes.length
    this.#count++
  }

  get(index: number): string | undefined {
    if (!(index >= 0 && index < this.#count)) return undefined
    const [block = 0, start, end] = this.#positions.subarray(index * 3, index * 3 + 3)
    return this.#blocks[block]?.toString('utf8', start, end)
  }
}

/** Collects a text from its formatted runs (ECMA-376 18.4), without phonetic readings. */
export class RichTextReader {
  #text = ''
  #isText = false
  #isPhonetic = false

  begin(): void {
    this.#text = ''
  }

  open(name: string): void {
    if (name === 'rPh') this.#isPhonetic = true
    this.#isText = name === 't' && !this.#isPhonetic
  }

  close(name: string): void {
    if (name === 'rPh') this.#isPhonetic = false
    this.#isText = false
  }

  text(text: string): void {
    if (this.#isText && this.#text.length <= maxCellCharacters) this.#text += text
  }

  /** Returns the text. Of a text that is too long, it returns enough for the cell to be rejected. */
  end(): string {
    return this.#text.length > maxCellCharacters ? this.#text : unescapeText(this.#text)
  }
}

/**
 * Decodes characters that XML cannot contain and workbooks write as `_x000D_` (ECMA-376 22.9.2.19). A text whose result
 * would be invalid stays unchanged.
 */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  // A NUL stays escaped, because databases reject it.
  const decoded = text.replaceAll(/_x([0-9a-f]{4})_/gi, (escape, digits: string) =>
    digits === '0000' ? escape : String.fromCharCode(Number.parseInt(digits, 16)),
  )
  return decoded.isWellFormed() ? decoded : text
}

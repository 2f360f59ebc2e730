import { maxCellCharacters } from '../limits.ts'

/** Gathers a text of a workbook from its stretches of different looks (ECMA-376 18.4); readings of characters are left out. */
export class StringParts {
  #text = ''
  #isText = false
  #isReading = false

  begin(): void {
    this.#text = ''
  }

  open(name: string): void {
    if (name === 'rPh') this.#isReading = true
    this.#isText = name === 't' && !this.#isReading
  }

  close(name: string): void {
    if (name === 'rPh') this.#isReading = false
    this.#isText = false
  }

  text(text: string): void {
    if (this.#isText && this.#text.length <= maxCellCharacters) this.#text += text
  }

  /** The text; of one that is too long so much that the cell which has it is refused. */
  end(): string {
    return this.#text.length > maxCellCharacters ? this.#text : unescaped(this.#text)
  }
}

/**
 * A text with the characters that XML cannot hold, which workbooks write as `_x000D_` (ECMA-376 22.9.2.19). What would
 * give no text stays as it is.
 */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  const plain = text.replaceAll(/_x([0-9a-f]{4})_/gi, (escape, digits: string) =>
    digits === '0000' ? escape : String.fromCharCode(Number.parseInt(digits, 16)),
  )
  return plain.isWellFormed() ? plain : text
}

/**
 * Counts the lines of a CSV text as Excel shows them: line breaks within quotation marks are none. It knows no
 * separators, so a quotation mark within a cell that does not begin with one leads it astray.
 */
export class LineCounter {
  /** Number of the line that comes next. */
  line = 1
  #isQuoted = false
  #wasReturn = false

  feed(text: string): void {
    for (const { 0: mark, index } of text.matchAll(/["\r\n]/g)) {
      if (mark === '"') this.#isQuoted = !this.#isQuoted
      else if (!this.#isQuoted && !(mark === '\n' && this.#endsReturn(text, index))) this.line++
    }
    if (text !== '') this.#wasReturn = text.endsWith('\r')
  }

  #endsReturn(text: string, index: number): boolean {
    return index === 0 ? this.#wasReturn : text[index - 1] === '\r'
  }
}

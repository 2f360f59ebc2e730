import type { Encoding, Separator } from '#contract/transfer.ts'

export { encodings, separators, type Encoding, type Separator } from '#contract/transfer.ts'

/** Encodings that have every character, in which files are written. */
export const completeEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'gb18030',
] as const satisfies readonly Encoding[]

/** How a CSV file is written. */
export interface CsvFormat {
  kind: 'csv'
  encoding: Encoding
  /** True when it begins with a byte order mark. */
  hasMark: boolean
  separator: Separator
  lineEnd: '\r\n' | '\n' | '\r'
}

/** How a workbook is written. */
export interface XlsxFormat {
  kind: 'xlsx'
  /** Name of the sheet. */
  sheet: string
}

/** The format of a file: as it was found out, and as another one is written like it. */
export type SheetFormat = CsvFormat | XlsxFormat

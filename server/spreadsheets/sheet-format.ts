import type { Encoding, Separator } from '#contract/transfer.ts'

export { encodings, separators, type Encoding, type Separator } from '#contract/transfer.ts'

/** Encodings that have every character, for writing files. */
export const completeEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'gb18030',
] as const satisfies readonly Encoding[]

/** Format of a CSV file. */
export interface CsvFormat {
  kind: 'csv'
  encoding: Encoding
  /** True when it starts with a byte order mark. */
  hasMark: boolean
  separator: Separator
  lineEnd: '\r\n' | '\n' | '\r'
}

/** Format of a workbook. */
export interface XlsxFormat {
  kind: 'xlsx'
  /** Name of the sheet. */
  sheet: string
}

/** Format of a file, as detected; another file can be written in the same format. */
export type SheetFormat = CsvFormat | XlsxFormat

/** How the text of a CSV file is encoded. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030'] as const

export type Encoding = (typeof encodings)[number]

/** What parts the cells of a CSV file. */
export const separators = [',', ';', '\t'] as const

export type Separator = (typeof separators)[number]

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

import { Readable } from 'node:stream'
import type { Locale, Localized } from '#contract/locale.ts'
import type { Caller } from '#server/http/caller.ts'
import type { OutCell } from '#server/spreadsheets/cell.ts'
import { writeSheet } from '#server/spreadsheets/write/write-sheet.ts'
import { getFieldType } from '../field-types/index.ts'
import { getColumnWidth, type SheetColumn } from '../field-types/sheet-columns.ts'
import { listImportColumns } from '../import/importable.ts'
import { isRequired } from '#server/engine/import/importable.ts'
import type { ServerModule } from '../schema/server-module.ts'
import type { SheetFile } from './sheet-file.ts'

/** Suffix of the file name, after the module's label. */
export const templateSuffix: Localized = { 'zh-CN': '导入模板', en: 'import template' }

/** Suffix of a required column's label. */
const requiredMark = ' *'

/** Name of the sheet that explains the columns. */
const hintsName: Localized = { 'zh-CN': '填写说明', en: 'How to fill it in' }

/** First row of that sheet; the columns are those of {@link listColumnHints}. */
const hintsHeader: Readonly<Record<Locale, readonly OutCell[]>> = {
  'zh-CN': ['列', '填写什么', '选项', '说明'],
  en: ['Column', 'What it takes', 'Choices', 'Note'],
}

/** Writes an empty file to fill in: the columns that the caller may import. A workbook also explains what each column takes. */
export function writeTemplate(
  caller: Caller,
  module: ServerModule,
  { format }: Pick<SheetFile, 'format'>,
  locale: Locale,
): Readable {
  // The column `version` serves to detect concurrent changes; new rows have none.
  const columns = listImportColumns(caller, module).filter(({ key }) => key !== 'version')
  const header = columns.map((column) => `${column.label[locale]}${isRequired(column) ? requiredMark : ''}`)
  return writeSheet(format, [header], {
    hasHeader: true,
    widths: columns.map((column) => getColumnWidth(column, locale)),
    further: [
      {
        name: hintsName[locale],
        rows: [hintsHeader[locale], ...columns.map((column) => listColumnHints(column, locale))],
      },
    ],
  })
}

/** Lists the cells that explain a column: its label, what it takes, its choices and the help of its field. */
function listColumnHints({ field, label }: SheetColumn, locale: Locale): OutCell[] {
  const choices = (field.options ?? []).map((option) => option.label[locale]).join('\n')
  return [label[locale], getFieldType(field).cellHint[locale], choices, field.help?.[locale] ?? '']
}

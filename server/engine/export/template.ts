import { Readable } from 'node:stream'
import type { Locale, Localized } from '#contract/locale.ts'
import type { Caller } from '#server/http/caller.ts'
import { writeSheet } from '#server/spreadsheets/write/write-sheet.ts'
import { importColumns } from '../import/importable.ts'
import { isRequired } from '../import/required.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { columnWidth } from './column-width.ts'
import type { SheetFile } from './sheet-file.ts'
import { listColumnHints, hintsHeader, hintsName } from './template-hints.ts'

/** What a template is called, behind its module. */
export const templateName: Localized = { 'zh-CN': '导入模板', en: 'import template' }

/** Stands behind the label of a column that must be filled. */
const requiredMark = ' *'

/** An empty file to fill in: the columns that the caller may import, and in a workbook what each of them takes. */
export function writeTemplate(
  caller: Caller,
  module: ServerModule,
  { format }: Pick<SheetFile, 'format'>,
  locale: Locale,
): Readable {
  // A version says that nobody else changed the row since; a new row has none.
  const columns = importColumns(caller, module).filter(({ key }) => key !== 'version')
  const header = columns.map((column) => `${column.label[locale]}${isRequired(column) ? requiredMark : ''}`)
  return writeSheet(format, [header], {
    hasHeader: true,
    widths: columns.map((column) => columnWidth(column, locale)),
    further: [
      {
        name: hintsName[locale],
        rows: [hintsHeader[locale], ...columns.map((column) => listColumnHints(column, locale))],
      },
    ],
  })
}

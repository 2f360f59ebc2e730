import type { FieldIssue } from '#contract/envelope.ts'
import type { Values } from '#contract/form/form-shape.ts'
import type { ModuleDefinition } from '#contract/module-definition.ts'
import type { Locale } from '#contract/locale.ts'
import type {
  ImportCounts,
  ImportIssue,
  ImportIssueGroup,
  ImportReport,
  ImportSample,
} from '#contract/transfer.ts'
import { maskedValue } from '#contract/row.ts'
import { errorText } from '#server/http/error-texts.ts'
import { listSheetColumns } from '#server/engine/field-types/sheet-columns.ts'
import { isSealed } from '../field-types/index.ts'
import type { ServerModule } from '../schema/server-module.ts'
import type { ImportLines } from './file-lines.ts'
import type { InputRow } from './input-row.ts'
import type { StagedIssue } from './stage.ts'

/** Maximum number of issues in the response of a dry run; the error file has all. */
const maxIssues = 5000
/** Maximum length of all issues, in characters: about 2 MB of Chinese text. */
const maxIssuesCharacters = 500_000
/** Maximum number of overlaps in a response: a programme has a handful. */
const maxWarnings = 200
/** Maximum number of issue groups; a file with more is a wrong file. */
const maxGroups = 200
/** Number of rows in the sample, which shows what the import will write. */
const sampleRows = 5

/** A line of the file and the result of its check. */
export interface CheckedLine {
  /** Line number in the file, from 1. */
  line: number
  /** What the commit will do with the line; `bad` lines have issues and are not written. */
  operation: 'create' | 'update' | 'unchanged' | 'bad'
  issues: readonly FieldIssue[]
  /** Of a valid line: rows that take place at the same time. */
  overlaps?: readonly FieldIssue[]
  /** The line's values by field; absent for a line that matches no row. */
  values?: Values
}

/** Collects the report of a dry run. */
export interface ReportCollector {
  /** Adds a checked line to the counts, and its issues to the report. */
  add(line: CheckedLine, inputRow: InputRow): void
  readonly counts: ImportCounts
  readonly summary: Pick<
    ImportReport,
    'sample' | 'faults' | 'faultCount' | 'faultGroups' | 'warnings' | 'warningCount'
  >
}

/** Counts lines and collects the first issues and rows. */
export function createReportCollector(
  module: ServerModule,
  lines: ImportLines,
  locale: Locale,
): ReportCollector {
  const issueContext = { module, lines, locale }
  const counts: ImportCounts = { rows: 0, created: 0, updated: 0, unchanged: 0, bad: 0 }
  const countNames = { create: 'created', update: 'updated', unchanged: 'unchanged', bad: 'bad' } as const
  const collected = { sample: [] as ImportSample[], faults: [] as ImportIssue[], faultCount: 0 }
  const groups = new Map<string, ImportIssueGroup>()
  const warnings: ImportIssue[] = []
  let warningCount = 0
  /** Length of all issues so far, in characters. */
  let characters = 0
  const addIssue = (issue: FieldIssue, inputRow: InputRow): void => {
    const importIssue = toImportIssue(issueContext, issue, inputRow)
    collected.faultCount += 1
    addToGroup(groups, importIssue)
    characters += (importIssue.text ?? '').length + importIssue.value.length + importIssue.path.length
    if (collected.faults.length < maxIssues && characters < maxIssuesCharacters)
      collected.faults.push(importIssue)
  }
  return {
    counts,
    get summary() {
      const faultGroups = [...groups.values()].toSorted((a, b) => b.count - a.count || a.line - b.line)
      return { ...collected, faultGroups, ...(warningCount > 0 && { warnings, warningCount }) }
    },
    add: (line, inputRow) => {
      counts.rows += 1
      counts[countNames[line.operation]] += 1
      for (const issue of line.issues) addIssue(issue, inputRow)
      for (const overlap of line.overlaps ?? []) {
        warningCount += 1
        if (warnings.length < maxWarnings) warnings.push(toImportIssue(issueContext, overlap, inputRow))
      }
      if (line.operation !== 'bad' && line.operation !== 'unchanged' && collected.sample.length < sampleRows)
        collected.sample.push({
          line: line.line,
          deed: line.operation,
          values: maskSealedValues(module, line),
        })
    },
  }
}

/** Counts an issue in the group of its key, field and column. */
function addToGroup(
  groups: Map<string, ImportIssueGroup>,
  { key, column, path, text = '', line }: ImportIssue,
): void {
  const [field = ''] = path.split('.')
  const name = `${key} ${field} ${column}`
  const existingGroup = groups.get(name)
  if (existingGroup) existingGroup.count += 1
  else if (groups.size < maxGroups) groups.set(name, { key, column, field, text, count: 1, line })
}

/** Finds the column of the file that an issue belongs to: the one that fills the issue's path, or another one of its field. */
export function findColumnLetters({ columns }: Pick<ImportReport, 'columns'>, path: string): string | null {
  const [field] = path.split('.')
  const column =
    columns.find((one) => one.path === path) ??
    columns.find((one) => one.path === field || one.path?.split('.')[0] === field)
  return column?.letters ?? null
}

/** Converts an issue for the stage. */
export function toStagedIssue({ definition }: ServerModule, locale: Locale, issue: FieldIssue): StagedIssue {
  const { path, key, params } = addLanguageToLabel(definition, locale, issue)
  return { path, key, ...(params && { params }) }
}

/** Adds the language to the label of a localized field, because the file may have the value in the other language. */
function addLanguageToLabel({ fields }: ModuleDefinition, locale: Locale, issue: FieldIssue): FieldIssue {
  const [key = ''] = issue.path.split('.')
  const field = fields[key]
  if (!field?.localized || issue.params?.['label'] === undefined) return issue
  const column = listSheetColumns([[key, field]]).find(({ path }) => path === issue.path)
  return column ? { ...issue, params: { ...issue.params, label: column.label[locale] } } : issue
}

/** Context of converting issues for the report. */
interface IssueContext {
  module: ServerModule
  lines: ImportLines
  locale: Locale
}

/** Converts an issue for the report, with the text of the cell that it belongs to; ID numbers are left out. */
function toImportIssue(
  { module: { definition }, lines, locale }: IssueContext,
  issue: FieldIssue,
  inputRow: InputRow,
): ImportIssue {
  const { path, key, params } = addLanguageToLabel(definition, locale, issue)
  const column = findColumnLetters(lines, path)
  const filledPath = lines.columns.find(({ letters }) => letters === column)?.path
  const isSecret = isSealed(definition.fields[path.split('.')[0] ?? ''])
  return {
    line: inputRow.line,
    column,
    path,
    key,
    ...(params && { params }),
    text: errorText(key, locale, params),
    value: (isSecret || !filledPath ? undefined : inputRow.cellTexts.get(filledPath)) ?? '',
  }
}

/** Gets the values of a line for the sample, with ID numbers masked. */
function maskSealedValues({ definition }: ServerModule, { values }: CheckedLine): Record<string, unknown> {
  const entries = Object.entries(values ?? {}).map(([key, value]) => [
    key,
    isSealed(definition.fields[key]) && value !== null ? maskedValue : value,
  ])
  return Object.fromEntries(entries) as Record<string, unknown>
}

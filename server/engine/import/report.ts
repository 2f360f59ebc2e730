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
const maxFaults = 5000
/** Maximum length of all issues, in characters: about 2 MB of Chinese text. */
const maxFaultsCharacters = 500_000
/** Maximum number of overlaps in a response: a programme has a handful. */
const maxWarnings = 200
/** Maximum number of issue groups; a file with more is a wrong file. */
const maxGroups = 200
/** Rows in the sample. */
const sampleRows = 5

/** A line of the file and its result. */
export interface FoundLine {
  line: number
  operation: 'create' | 'update' | 'unchanged' | 'bad'
  problems: readonly FieldIssue[]
  /** Of a valid line: rows that take place at the same time. */
  overlaps?: readonly FieldIssue[]
  /** What the file gives, by field; absent when no row was found for it. */
  values?: Values
}

/** Collects the report of a dry run. */
export interface Findings {
  add(line: FoundLine, given: InputRow): void
  readonly counts: ImportCounts
  readonly summary: Pick<
    ImportReport,
    'sample' | 'faults' | 'faultCount' | 'faultGroups' | 'warnings' | 'warningCount'
  >
}

/** Counts lines and collects the first issues and rows. */
export function collectFindings(module: ServerModule, lines: ImportLines, locale: Locale): Findings {
  const source = { module, lines, locale }
  const counts: ImportCounts = { rows: 0, created: 0, updated: 0, unchanged: 0, bad: 0 }
  const counted = { create: 'created', update: 'updated', unchanged: 'unchanged', bad: 'bad' } as const
  const found = { sample: [] as ImportSample[], faults: [] as ImportIssue[], faultCount: 0 }
  const groups = new Map<string, ImportIssueGroup>()
  const warnings: ImportIssue[] = []
  let warningCount = 0
  let characters = 0
  const note = (problem: FieldIssue, given: InputRow): void => {
    const fault = toImportIssue(source, problem, given)
    found.faultCount += 1
    addToGroup(groups, fault)
    characters += (fault.text ?? '').length + fault.value.length + fault.path.length
    if (found.faults.length < maxFaults && characters < maxFaultsCharacters) found.faults.push(fault)
  }
  return {
    counts,
    get summary() {
      const faultGroups = [...groups.values()].toSorted((a, b) => b.count - a.count || a.line - b.line)
      return { ...found, faultGroups, ...(warningCount > 0 && { warnings, warningCount }) }
    },
    add: (line, given) => {
      counts.rows += 1
      counts[counted[line.operation]] += 1
      for (const problem of line.problems) note(problem, given)
      for (const overlap of line.overlaps ?? []) {
        warningCount += 1
        if (warnings.length < maxWarnings) warnings.push(toImportIssue(source, overlap, given))
      }
      if (line.operation !== 'bad' && line.operation !== 'unchanged' && found.sample.length < sampleRows)
        found.sample.push({ line: line.line, deed: line.operation, values: shownValues(module, line) })
    },
  }
}

function addToGroup(
  groups: Map<string, ImportIssueGroup>,
  { key, column, path, text = '', line }: ImportIssue,
): void {
  const [field = ''] = path.split('.')
  const name = `${key} ${field} ${column}`
  const known = groups.get(name)
  if (known) known.count += 1
  else if (groups.size < maxGroups) groups.set(name, { key, column, field, text, count: 1, line })
}

/** Where in the file a problem of a row lies: the column that fills its path, or its field. */
export function findColumnLetters({ columns }: Pick<ImportReport, 'columns'>, path: string): string | null {
  const [field] = path.split('.')
  const column =
    columns.find((one) => one.path === path) ??
    columns.find((one) => one.path === field || one.path?.split('.')[0] === field)
  return column?.letters ?? null
}

/** Converts an issue for the stage. */
export function toStagedIssue(
  { definition }: ServerModule,
  locale: Locale,
  problem: FieldIssue,
): StagedIssue {
  const { path, key, params } = withLanguage(definition, locale, problem)
  return { path, key, ...(params && { params }) }
}

/** Adds the language to the label of a localized field, because the file may have the value in the other language. */
function withLanguage({ fields }: ModuleDefinition, locale: Locale, problem: FieldIssue): FieldIssue {
  const [key = ''] = problem.path.split('.')
  const field = fields[key]
  if (!field?.localized || problem.params?.['label'] === undefined) return problem
  const column = listSheetColumns([[key, field]]).find(({ path }) => path === problem.path)
  return column ? { ...problem, params: { ...problem.params, label: column.label[locale] } } : problem
}

/** Where faults come from, and the language of their texts. */
interface FaultSource {
  module: ServerModule
  lines: ImportLines
  locale: Locale
}

function toImportIssue(
  { module: { definition }, lines, locale }: FaultSource,
  problem: FieldIssue,
  given: InputRow,
): ImportIssue {
  const { path, key, params } = withLanguage(definition, locale, problem)
  const column = findColumnLetters(lines, path)
  const filled = lines.columns.find(({ letters }) => letters === column)?.path
  const isSecret = isSealed(definition.fields[path.split('.')[0] ?? ''])
  return {
    line: given.line,
    column,
    path,
    key,
    ...(params && { params }),
    text: errorText(key, locale, params),
    value: (isSecret || !filled ? undefined : given.shown.get(filled)) ?? '',
  }
}

/** Values of the file for the sample; ID numbers are masked. */
function shownValues({ definition }: ServerModule, { values }: FoundLine): Record<string, unknown> {
  const entries = Object.entries(values ?? {}).map(([key, value]) => [
    key,
    isSealed(definition.fields[key]) && value !== null ? maskedValue : value,
  ])
  return Object.fromEntries(entries) as Record<string, unknown>
}

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
import type { StagedFault } from './stage.ts'

/** Most faults that the answer of a dry run tells; the error file has all. */
const mostFaults = 5000
/** What they may say together, in characters: some 2 MB of Chinese, half of what may wait for a slow reader. */
const mostFaultsCharacters = 500_000
/** Most overlaps that an answer names: a programme has a handful, and each is read by a person. */
const maxWarnings = 200
/** Kinds of faults in columns that are told; more means that the file is another one. */
const mostGroups = 200
/** Rows that are shown as they would be. */
const sampleRows = 5

/** A line of the file and what becomes of it. */
export interface FoundLine {
  line: number
  deed: 'create' | 'update' | 'unchanged' | 'bad'
  problems: readonly FieldIssue[]
  /** Of a good line: what its row stands beside at one time. */
  overlaps?: readonly FieldIssue[]
  /** What the file gives, by field; absent when no row was found for it. */
  values?: Values
}

/** Collects what the person is told of a dry run. */
export interface Findings {
  add(line: FoundLine, given: InputRow): void
  readonly counts: ImportCounts
  readonly told: Pick<
    ImportReport,
    'sample' | 'faults' | 'faultCount' | 'faultGroups' | 'warnings' | 'warningCount'
  >
}

/** Counts lines and keeps the first faults and rows. */
export function collectFindings(module: ServerModule, lines: ImportLines, locale: Locale): Findings {
  const source = { module, lines, locale }
  const counts: ImportCounts = { rows: 0, created: 0, updated: 0, unchanged: 0, bad: 0 }
  const counted = { create: 'created', update: 'updated', unchanged: 'unchanged', bad: 'bad' } as const
  const told = { sample: [] as ImportSample[], faults: [] as ImportIssue[], faultCount: 0 }
  const groups = new Map<string, ImportIssueGroup>()
  const warnings: ImportIssue[] = []
  let warningCount = 0
  let characters = 0
  const note = (problem: FieldIssue, given: InputRow): void => {
    const fault = toFault(source, problem, given)
    told.faultCount += 1
    addToGroup(groups, fault)
    characters += (fault.text ?? '').length + fault.value.length + fault.path.length
    if (told.faults.length < mostFaults && characters < mostFaultsCharacters) told.faults.push(fault)
  }
  return {
    counts,
    get told() {
      const faultGroups = [...groups.values()].toSorted((a, b) => b.count - a.count || a.line - b.line)
      return { ...told, faultGroups, ...(warningCount > 0 && { warnings, warningCount }) }
    },
    add: (line, given) => {
      counts.rows += 1
      counts[counted[line.deed]] += 1
      for (const problem of line.problems) note(problem, given)
      for (const overlap of line.overlaps ?? []) {
        warningCount += 1
        if (warnings.length < maxWarnings) warnings.push(toFault(source, overlap, given))
      }
      if (line.deed !== 'bad' && line.deed !== 'unchanged' && told.sample.length < sampleRows)
        told.sample.push({ line: line.line, deed: line.deed, values: shownValues(module, line) })
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
  else if (groups.size < mostGroups) groups.set(name, { key, column, field, text, count: 1, line })
}

/** Where in the file a problem of a row lies: the column that fills its path, or its field. */
export function columnOf({ columns }: Pick<ImportReport, 'columns'>, path: string): string | null {
  const [field] = path.split('.')
  const column =
    columns.find((one) => one.path === path) ??
    columns.find((one) => one.path === field || one.path?.split('.')[0] === field)
  return column?.letters ?? null
}

/** A problem as the stage keeps it. */
export function toStagedFault(
  { definition }: ServerModule,
  locale: Locale,
  problem: FieldIssue,
): StagedFault {
  const { path, key, params } = withLanguage(definition, locale, problem)
  return { path, key, ...(params && { params }) }
}

/** Says of a localized field the language too: else a person is asked for a name while the file has one in the other. */
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

function toFault(
  { module: { definition }, lines, locale }: FaultSource,
  problem: FieldIssue,
  given: InputRow,
): ImportIssue {
  const { path, key, params } = withLanguage(definition, locale, problem)
  const column = columnOf(lines, path)
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

/** What the file gives of a row; an ID number is shown to nobody. */
function shownValues({ definition }: ServerModule, { values }: FoundLine): Record<string, unknown> {
  const entries = Object.entries(values ?? {}).map(([key, value]) => [
    key,
    isSealed(definition.fields[key]) && value !== null ? maskedValue : value,
  ])
  return Object.fromEntries(entries) as Record<string, unknown>
}

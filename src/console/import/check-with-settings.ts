import type {
  ImportCheckBody,
  ImportColumn,
  ImportHeaders,
  ImportProgress,
  ImportReport,
} from '#contract/transfer.ts'
import { ApiError } from '#platform/api.ts'
import { toMapping, type ImportSettings } from './settings.ts'

/** Dependencies of a check. */
export interface CheckDeps {
  check: (body: ImportCheckBody, progressOptions: ProgressOptions) => Promise<ImportReport>
}

interface ProgressOptions {
  signal: AbortSignal
  onProgress: (progress: ImportProgress) => void
}

/** Result of a check. Without a report when no header of the file belongs to a field of the module. */
export interface CheckResult {
  headers: ImportHeaders
  report?: ImportReport
}

/** Maximum number of checks: with the previous file's columns, with the actual ones, and one more attempt. */
const maxChecks = 3

export interface CheckOptions {
  settings: ImportSettings
  /** Columns of the previous file, if any. */
  knownColumns: readonly ImportColumn[]
}

/**
 * Checks a file with the user's column assignments. The first check returns the columns of the file. When they differ
 * from the expected ones, the file is checked again with a mapping for the actual columns.
 */
export async function checkWithSettings(
  { check }: CheckDeps,
  file: string,
  { settings, knownColumns }: CheckOptions,
  progressOptions: ProgressOptions,
): Promise<CheckResult> {
  let columns = knownColumns
  for (let round = 1; ; round += 1) {
    const mapping = toMapping(columns, settings.assignments)
    const result = await runCheck(check, { file, ...toBody(settings), mapping }, progressOptions)
    columns = result?.headers.columns ?? []
    const isMappingUsed = JSON.stringify(toMapping(columns, settings.assignments)) === JSON.stringify(mapping)
    if (result && (isMappingUsed || round === maxChecks)) return result
  }
}

function toBody(settings: ImportSettings): ImportCheckBody {
  const { mode, empty, match, encoding, separator, sheet, headerLine } = settings
  return {
    mode,
    empty,
    ...(match && { match }),
    ...(encoding !== undefined && { encoding }),
    ...(separator !== undefined && { separator }),
    ...(sheet !== undefined && { sheet }),
    ...(headerLine !== undefined && { header_line: headerLine }),
  }
}

/** @returns undefined when the file lacks an expected column */
async function runCheck(
  check: CheckDeps['check'],
  body: ImportCheckBody,
  progressOptions: ProgressOptions,
): Promise<CheckResult | undefined> {
  try {
    const report = await check(body, progressOptions)
    const { reading, columns, paths } = report
    return { report, headers: { columns, paths, ...(reading && { reading }) } }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const key = error.fields[0]?.key
    if (key === 'import.no_headers' && isHeaders(error.data)) return { headers: error.data }
    if (key === 'import.no_column' && Object.keys(body.mapping ?? {}).length > 0) return undefined
    throw error
  }
}

const isHeaders = (data: unknown): data is ImportHeaders =>
  typeof data === 'object' && data !== null && 'columns' in data && 'paths' in data

import type {
  ImportCheckBody,
  ImportColumn,
  ImportHeaders,
  ImportProgress,
  ImportReport,
} from '#contract/transfer.ts'
import { ApiError } from '#lib/api.ts'
import { toMapping, type ImportSettings } from './settings.ts'

/** Dependencies of a check. */
export interface CheckDeps {
  check: (body: ImportCheckBody, following: Following) => Promise<ImportReport>
}

interface Following {
  signal: AbortSignal
  onProgress: (progress: ImportProgress) => void
}

/** Result of a check: headers and report, or the headers alone when none of them is known. */
export interface CheckResult {
  headers: ImportHeaders
  report?: ImportReport
}

/** Maximum number of checks: with the known columns, with the actual ones, and once more. */
const maxChecks = 3

export interface CheckOptions {
  settings: ImportSettings
  /** Columns of the previous file, if any. */
  known: readonly ImportColumn[]
}

/**
 * Checks a file with the user's column assignments. The columns are known after the first check; when they differ from
 * the expected ones, the file is checked again, so that no column fills a field meant for another.
 */
export async function checkWithSettings(
  { check }: CheckDeps,
  file: string,
  { settings, known }: CheckOptions,
  following: Following,
): Promise<CheckResult> {
  let columns = known
  for (let round = 1; ; round += 1) {
    const mapping = toMapping(columns, settings.assignments)
    const found = await runCheck(check, { file, ...toBody(settings), mapping }, following)
    columns = found?.headers.columns ?? []
    const isMappingUsed = JSON.stringify(toMapping(columns, settings.assignments)) === JSON.stringify(mapping)
    if (found && (isMappingUsed || round === maxChecks)) return found
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
  following: Following,
): Promise<CheckResult | undefined> {
  try {
    const report = await check(body, following)
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

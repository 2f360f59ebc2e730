import type {
  ImportCheckBody,
  ImportColumn,
  ImportHeaders,
  ImportProgress,
  ImportReport,
} from '#contract/transfer.ts'
import { ApiError } from '#lib/api.ts'
import { toMapping, type ImportSettings } from './settings.ts'

/** What a check works with. */
export interface CheckDeps {
  check: (body: ImportCheckBody, following: Following) => Promise<ImportReport>
}

interface Following {
  signal: AbortSignal
  onProgress: (progress: ImportProgress) => void
}

/** What a check found: all of it, or the file's columns when none of them has a known name. */
export interface CheckResult {
  headers: ImportHeaders
  report?: ImportReport
}

/** Checks at most: by the columns that are known, by those that the file turns out to have, and once more. */
const mostChecks = 3

export interface CheckOptions {
  settings: ImportSettings
  /** Columns of the file before, if any. */
  known: readonly ImportColumn[]
}

/**
 * Checks a file with what the person says of its columns. These are known once it was read: when they turn out to be others
 * than were thought, it is checked again, so that no column fills what was meant for another.
 */
export async function checkWithSettings(
  { check }: CheckDeps,
  file: string,
  { settings, known }: CheckOptions,
  following: Following,
): Promise<CheckResult> {
  let columns = known
  for (let round = 1; ; round += 1) {
    const mapping = toMapping(columns, settings.wishes)
    const found = await read(check, { file, ...toBody(settings), mapping }, following)
    columns = found?.headers.columns ?? []
    const isAsWished = JSON.stringify(toMapping(columns, settings.wishes)) === JSON.stringify(mapping)
    if (found && (isAsWished || round === mostChecks)) return found
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

/** @returns undefined when the file has not all the columns that were thought */
async function read(
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

import { cleanValues } from '#contract/form/clean-values.ts'
import type { ImportCounts } from '#contract/transfer.ts'
import { prepareDerivation } from '#server/engine/field-types/derived-columns.ts'
import type { ServerModule } from '../schema/server-module.ts'
import type { WriteHookContext } from '../schema/write-hooks.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'
import { toStagedLine } from './dry-run.ts'
import { createFileRows } from './file-rows.ts'
import type { ImportRequest } from './import-deps.ts'
import { validateRows } from './validate-rows.ts'
import { type MatchedRow, findByIds, findMatches, toMatchKey } from './match-rows.ts'
import { listMatchColumns } from './importable.ts'
import type { StagedLine } from './stage.ts'

/** Issue of a line whose row was deleted since the dry run, or may not be written any more. */
const missingRowIssue = { path: '', key: 'import.no_row' }
/** Key of the issue of a row that has changed since the dry run. */
const changedRowKey = 'import.changed_since'

/** Validates staged lines against the current rows. */
export interface Revalidation {
  /** Validates a batch; called with all batches in the order of the file. */
  lines(staged: readonly StagedLine[]): Promise<StagedLine[]>
  /** Runs the `follow` hooks of the last validated lines; called after they were written. */
  follow(): Promise<void>
  /** Counts the validated lines so far. */
  counts(): Pick<ImportCounts, 'created' | 'updated' | 'unchanged'>
}

/**
 * True when rules or hooks of a module depend on more than the row, so that the results of the dry run may be outdated.
 */
export function needsRevalidation({ hooks, exclusions = [], capacities = [] }: ServerModule): boolean {
  return (hooks !== undefined && !hooks.rowOnly) || exclusions.length + capacities.length > 0
}

/**
 * Prepares the second validation of an import's lines, in the transaction that writes them.
 * @param match paths of the columns by which rows were found
 */
export async function prepareRevalidation(
  request: ImportRequest,
  context: WriteContext,
  match: readonly string[],
): Promise<Revalidation> {
  const { module } = request
  const findAppeared = createAppearedFinder(request, context, match)
  const derive = await prepareDerivation(module.definition)
  const fileRows = createFileRows(context.trx, module)
  const counts = { created: 0, updated: 0, unchanged: 0 }
  const countNames = { create: 'created', update: 'updated', unchanged: 'unchanged' } as const
  let hookContexts: WriteHookContext[] = []
  return {
    lines: async (staged) => {
      const ids = staged.flatMap(({ id, operation }) =>
        id !== undefined && operation !== 'create' ? [id] : [],
      )
      const lockedRows = await findByIds(context, module, ids)
      const appearedLines = await findAppeared(staged)
      const rows = staged.flatMap((stagedLine): MatchedRow[] => {
        const { line, id, operation, values } = stagedLine
        const row = id === undefined ? undefined : lockedRows.get(id)
        // A row that the caller may not edit any more counts as gone.
        const isGone = operation !== 'create' && !row?.isEditable
        if (id === undefined || operation === 'bad' || isGone) return []
        const issues = appearedLines.has(line) ? [{ path: match[0] ?? '', key: changedRowKey }] : []
        return [{ line, id, locked: row, values, issues, ...getReadVersion(stagedLine) }]
      })
      const validated = await validateRows(context, module, rows, fileRows)
      const byLine = new Map(validated.map((line) => [line.line, line]))
      hookContexts = validated.flatMap(({ operation, validated: row }) =>
        row && (operation === 'create' || operation === 'update') ? [row.hookContext] : [],
      )
      for (const { operation } of validated) if (operation !== 'bad') counts[countNames[operation]] += 1
      return staged.map((stagedLine): StagedLine => {
        const line = byLine.get(stagedLine.line)
        if (line) return toStagedLine({ request, context, derive }, line)
        if (stagedLine.operation === 'bad') return stagedLine
        return {
          line: stagedLine.line,
          operation: 'bad',
          id: stagedLine.id,
          values: {},
          issues: [missingRowIssue],
        }
      })
    },
    follow: async () => {
      for (const hookContext of hookContexts) await module.hooks?.follow?.(hookContext)
    },
    counts: () => counts,
  }
}

/**
 * Gets the version of the row at the dry run, so that a later change is not overwritten. A staged line has the version after
 * the write, which an update raises by one.
 */
function getReadVersion({ operation, version }: StagedLine): { readVersion?: number } {
  if (version === undefined || operation === 'create') return {}
  return { readVersion: operation === 'update' ? version - 1 : version }
}

/** Creates the function that finds lines which were to create a row that exists by now. */
function createAppearedFinder(
  { module, caller }: ImportRequest,
  context: WriteContext,
  match: readonly string[],
) {
  const columns = match.flatMap(
    (path) => listMatchColumns(caller, module).find((one) => one.path === path) ?? [],
  )
  return async (staged: readonly StagedLine[]): Promise<ReadonlySet<number>> => {
    const createdLines = columns.length > 0 ? staged.filter(({ operation }) => operation === 'create') : []
    const keys = createdLines.flatMap(({ line, values }) => {
      const key = toMatchKey(columns, cleanValues(module.definition, values))
      return key === undefined ? [] : [{ line, key }]
    })
    const rowsByKey = await findMatches(
      context,
      module,
      columns,
      keys.map(({ key }) => key),
    )
    return new Set(keys.filter(({ key }) => rowsByKey.has(key)).map(({ line }) => line))
  }
}

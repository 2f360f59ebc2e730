import { cleanValues } from '#contract/form/clean-values.ts'
import type { ImportCounts } from '#contract/transfer.ts'
import { prepareDerivation } from '#server/engine/field-types/derived-columns.ts'
import type { ServerModule } from '../schema/server-module.ts'
import type { WriteHookContext } from '../schema/write-hooks.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'
import { toStaged } from './dry-run.ts'
import { createFileRows } from './file-rows.ts'
import type { ImportRequest } from './import-deps.ts'
import { validateRows } from './validate-rows.ts'
import { type MatchedRow, findByIds, findMatches, matchKey } from './match-rows.ts'
import { matchColumns } from './importable.ts'
import type { StagedLine } from './stage.ts'

/** The row of the line was deleted since the dry run, or may not be written any more. */
const gone = { path: '', key: 'import.no_row' }
/** The row has changed since the dry run. */
const changed = 'import.changed_since'

/** Validates staged lines against the current rows. */
export interface Revalidation {
  lines(staged: readonly StagedLine[]): Promise<StagedLine[]>
  /** Runs the `follow` hooks of the lines validated last, which are written by now. */
  follow(): Promise<void>
  counts(): Pick<ImportCounts, 'created' | 'updated' | 'unchanged'>
}

/**
 * True when rules or hooks of a module depend on more than the row: their results of the dry run may no longer hold.
 */
export function needsRevalidation({ hooks, exclusions = [], capacities = [] }: ServerModule): boolean {
  return (hooks !== undefined && !hooks.rowOnly) || exclusions.length + capacities.length > 0
}

/**
 * Prepares the second validation of an import's lines, in the transaction that writes them.
 * @param match paths of the columns by which rows were found
 */
export async function prepareRevalidation(
  call: ImportRequest,
  context: WriteContext,
  match: readonly string[],
): Promise<Revalidation> {
  const { module } = call
  const appeared = findAppeared(call, context, match)
  const derive = await prepareDerivation(module.definition)
  const others = createFileRows(context.trx, module)
  const counts = { created: 0, updated: 0, unchanged: 0 }
  const counted = { create: 'created', update: 'updated', unchanged: 'unchanged' } as const
  let steps: WriteHookContext[] = []
  return {
    lines: async (staged) => {
      const ids = staged.flatMap(({ id, operation }) =>
        id !== undefined && operation !== 'create' ? [id] : [],
      )
      const locked = await findByIds(context, module, ids)
      const known = await appeared(staged)
      const rows = staged.flatMap((one): MatchedRow[] => {
        const { line, id, operation, values } = one
        const row = id === undefined ? undefined : locked.get(id)
        const isGone = operation !== 'create' && !row?.isEditable
        if (id === undefined || operation === 'bad' || isGone) return []
        const problems = known.has(line) ? [{ path: match[0] ?? '', key: changed }] : []
        return [{ line, id, locked: row, values, problems, ...getReadVersion(one) }]
      })
      const validated = await validateRows(context, module, rows, others)
      const byLine = new Map(validated.map((line) => [line.line, line]))
      steps = validated.flatMap(({ operation, validated: row }) =>
        row && (operation === 'create' || operation === 'update') ? [row.step] : [],
      )
      for (const { operation } of validated) if (operation !== 'bad') counts[counted[operation]] += 1
      return staged.map((one): StagedLine => {
        const line = byLine.get(one.line)
        if (line) return toStaged({ call, context, derive }, line)
        if (one.operation === 'bad') return one
        return { line: one.line, operation: 'bad', id: one.id, values: {}, faults: [gone] }
      })
    },
    follow: async () => {
      for (const step of steps) await module.hooks?.follow?.(step)
    },
    counts: () => counts,
  }
}

/** Version of the row at the dry run, so that a later change is not overwritten. */
function getReadVersion({ operation, version }: StagedLine): { readVersion?: number } {
  if (version === undefined || operation === 'create') return {}
  return { readVersion: operation === 'update' ? version - 1 : version }
}

/** Finds lines that were to create a row which exists by now. */
function findAppeared({ module, caller }: ImportRequest, context: WriteContext, match: readonly string[]) {
  const columns = match.flatMap((path) => matchColumns(caller, module).find((one) => one.path === path) ?? [])
  return async (staged: readonly StagedLine[]): Promise<ReadonlySet<number>> => {
    const made = columns.length > 0 ? staged.filter(({ operation }) => operation === 'create') : []
    const keys = made.flatMap(({ line, values }) => {
      const key = matchKey(columns, cleanValues(module.definition, values))
      return key === undefined ? [] : [{ line, key }]
    })
    const found = await findMatches(
      context,
      module,
      columns,
      keys.map(({ key }) => key),
    )
    return new Set(keys.filter(({ key }) => found.has(key)).map(({ line }) => line))
  }
}

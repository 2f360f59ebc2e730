import { cleanValues } from '#contract/form/clean-values.ts'
import type { ImportCounts } from '#contract/transfer.ts'
import { prepareDerivation } from '#server/engine/field-types/derived-columns.ts'
import type { ServerModule } from '../schema/server-module.ts'
import type { WriteHookContext } from '../schema/write-hooks.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'
import { toStaged } from './check-lines.ts'
import { fileRows } from './file-rows.ts'
import type { ImportRequest } from './import-deps.ts'
import { validateRows, type MatchedRow } from './validate-rows.ts'
import { findByIds, findMatches, matchKey } from './match-rows.ts'
import { matchColumns } from './importable.ts'
import type { StagedLine } from './stage.ts'

/** The row that a line means was deleted since, or may not be written any more. */
const gone = { path: '', key: 'import.no_row' }
/** What the person was told of the row does not hold any more. */
const changed = 'import.changed_since'

/** Holds the lines of a dry run against the forum as it is now. */
export interface Revalidation {
  lines(staged: readonly StagedLine[]): Promise<StagedLine[]>
  /** What follows from the lines judged last, which are written by now. */
  follow(): Promise<void>
  counts(): Pick<ImportCounts, 'created' | 'updated' | 'unchanged'>
}

/**
 * True when a module's own code looks at more than the row, or does something once it is written: what it said at the dry
 * run may not hold any more, and what it made may have been made for others meanwhile.
 */
export function needsRevalidation({ hooks, exclusions = [], capacities = [] }: ServerModule): boolean {
  return (hooks !== undefined && !hooks.rowOnly) || exclusions.length + capacities.length > 0
}

/**
 * Prepares to judge an import's lines a second time, in the transaction that writes them.
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
  const others = fileRows(context.trx, module)
  const counts = { created: 0, updated: 0, unchanged: 0 }
  const counted = { create: 'created', update: 'updated', unchanged: 'unchanged' } as const
  let steps: WriteHookContext[] = []
  return {
    lines: async (staged) => {
      const ids = staged.flatMap(({ id, deed }) => (id !== undefined && deed !== 'create' ? [id] : []))
      const held = await findByIds(context, module, ids)
      const known = await appeared(staged)
      const rows = staged.flatMap((one): MatchedRow[] => {
        const { line, id, deed, values } = one
        const row = id === undefined ? undefined : held.get(id)
        const isGone = deed !== 'create' && !row?.isEditable
        if (id === undefined || deed === 'bad' || isGone) return []
        const problems = known.has(line) ? [{ path: match[0] ?? '', key: changed }] : []
        return [{ line, id, held: row, values, problems, ...readVersionOf(one) }]
      })
      const judged = await validateRows(context, module, rows, others)
      const byLine = new Map(judged.map((line) => [line.line, line]))
      steps = judged.flatMap(({ deed, judged: row }) =>
        row && (deed === 'create' || deed === 'update') ? [row.step] : [],
      )
      for (const { deed } of judged) if (deed !== 'bad') counts[counted[deed]] += 1
      return staged.map((one): StagedLine => {
        const line = byLine.get(one.line)
        if (line) return toStaged({ call, context, derive }, line)
        if (one.deed === 'bad') return one
        return { line: one.line, deed: 'bad', id: one.id, values: {}, faults: [gone] }
      })
    },
    follow: async () => {
      for (const step of steps) await module.hooks?.follow?.(step)
    },
    counts: () => counts,
  }
}

/** Version of its row at the dry run: what others wrote since is not written over. */
function readVersionOf({ deed, version }: StagedLine): { readVersion?: number } {
  if (version === undefined || deed === 'create') return {}
  return { readVersion: deed === 'update' ? version - 1 : version }
}

/** Finds lines that were to make a row, and for which there is one by now. */
function findAppeared({ module, caller }: ImportRequest, context: WriteContext, match: readonly string[]) {
  const columns = match.flatMap((path) => matchColumns(caller, module).find((one) => one.path === path) ?? [])
  return async (staged: readonly StagedLine[]): Promise<ReadonlySet<number>> => {
    const made = columns.length > 0 ? staged.filter(({ deed }) => deed === 'create') : []
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

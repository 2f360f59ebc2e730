import type { ImportCounts } from '#contract/transfer.ts'
import { prepareDerivation } from '../computed.ts'
import type { ServerModule } from '../server-module.ts'
import type { WriteStep } from '../write/step.ts'
import type { WriteContext } from '../write/write-context.ts'
import { toStaged } from './dry-run.ts'
import { fileRows } from './file-rows.ts'
import type { ImportCall } from './import-parts.ts'
import { judgeRows, type MatchedRow } from './judge-rows.ts'
import { findByIds } from './match-rows.ts'
import type { StagedLine } from './stage.ts'

/** The row that a line means was deleted since, or may not be written any more. */
const gone = { path: '', key: 'import.no_row' }

/** Holds the lines of a dry run against the forum as it is now. */
export interface SecondJudgement {
  lines(staged: readonly StagedLine[]): Promise<StagedLine[]>
  /** What follows from the lines judged last, which are written by now. */
  follow(): Promise<void>
  counts(): Pick<ImportCounts, 'created' | 'updated' | 'unchanged'>
}

/**
 * True when a module's own code looks at more than the row, or does something once it is written: what it said at the dry
 * run may not hold any more, and what it made may have been made for others meanwhile.
 */
export function mustJudgeAgain({ hooks, exclusions = [], capacities = [] }: ServerModule): boolean {
  return (hooks !== undefined && !hooks.rowOnly) || exclusions.length + capacities.length > 0
}

/** Prepares to judge an import's lines a second time, in the transaction that writes them. */
export async function judgeAgain(call: ImportCall, context: WriteContext): Promise<SecondJudgement> {
  const { module } = call
  const derive = await prepareDerivation(module.definition)
  const others = fileRows(context.trx, module)
  const counts = { created: 0, updated: 0, unchanged: 0 }
  const counted = { create: 'created', update: 'updated', unchanged: 'unchanged' } as const
  let steps: WriteStep[] = []
  return {
    lines: async (staged) => {
      const ids = staged.flatMap(({ id, deed }) => (id !== undefined && deed !== 'create' ? [id] : []))
      const held = await findByIds(context, module, ids)
      const rows = staged.flatMap(({ line, id, deed, values }): MatchedRow[] => {
        const row = id === undefined ? undefined : held.get(id)
        const isGone = deed !== 'create' && !row?.isEditable
        return id === undefined || deed === 'bad' || isGone
          ? []
          : [{ line, id, held: row, values, problems: [] }]
      })
      const judged = await judgeRows(context, module, rows, others)
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

import { matchesAllConditions } from '#contract/form/matches.ts'
import type { FilterItem } from '#contract/filters.ts'
import type { ActionMetadata, ModuleMetadata } from '#contract/metadata.ts'
import type { Row } from '../data/console-api.ts'
import { getActionForm, orderActions } from '../record/action-shape.ts'

/**
 * The action that says that somebody has begun to look at a row: it asks for nothing, and leaves the row among those
 * that wait.
 * @returns its name; undefined when the row is in no state for one
 */
export function findStartReviewAction(
  metadata: ModuleMetadata,
  row: Row,
  waiting: readonly FilterItem[],
): string | undefined {
  const { workflow } = metadata
  if (!workflow || waiting.length === 0) return undefined
  const shape = getActionForm(metadata, { label: metadata.label })
  return row.permissions?.actions.find((name) => {
    const action = metadata.actions[name]
    if (!action || !isPlainStep(action) || action.to === row[workflow.field]) return false
    return matchesAllConditions(shape, waiting, { ...row, [workflow.field]: action.to }, () => undefined)
  })
}

const isPlainStep = ({ to, tone, fields = [] }: ActionMetadata) =>
  to !== undefined && tone === undefined && fields.length === 0

/** The decisions about a row: what may be done with it now, and what may be done once it is opened. */
export function listDecisions(metadata: ModuleMetadata, row: Row, opening: string | undefined): string[] {
  const now = row.permissions?.actions ?? []
  const opened = opening === undefined ? undefined : metadata.actions[opening]?.to
  const then = Object.entries(metadata.actions)
    .filter(([, { from }]) => opened !== undefined && from?.includes(opened))
    .map(([name]) => name)
  return orderActions(
    metadata,
    [...new Set([...now, ...then])].filter((name) => name !== opening),
  )
}

import { matchesAllConditions } from '#contract/form/matches.ts'
import type { FilterItem } from '#contract/filters.ts'
import type { ActionMetadata, ModuleMetadata } from '#contract/metadata.ts'
import type { Row } from '../data/console-api.ts'
import { getActionForm, orderActions } from '../record/action-form.ts'

/**
 * Finds the action that marks a row as under review: it has no fields and leaves the row pending.
 * @returns its name; undefined when the row's state allows none
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

/** Lists the decisions about a row: the actions of its state, and those once the review has started. */
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

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
  pendingFilters: readonly FilterItem[],
): string | undefined {
  const { workflow } = metadata
  if (!workflow || pendingFilters.length === 0) return undefined
  const shape = getActionForm(metadata, { label: metadata.label })
  return row.permissions?.actions.find((name) => {
    const action = metadata.actions[name]
    if (!action || !changesStateOnly(action) || action.to === row[workflow.field]) return false
    return matchesAllConditions(
      shape,
      pendingFilters,
      { ...row, [workflow.field]: action.to },
      () => undefined,
    )
  })
}

const changesStateOnly = ({ to, tone, fields = [] }: ActionMetadata) =>
  to !== undefined && tone === undefined && fields.length === 0

/** Lists the decisions about a row: the actions that its state allows, and those that the started review allows. */
export function listDecisions(metadata: ModuleMetadata, row: Row, startAction: string | undefined): string[] {
  const currentActions = row.permissions?.actions ?? []
  const reviewState = startAction === undefined ? undefined : metadata.actions[startAction]?.to
  const actionsAfterStart = Object.entries(metadata.actions)
    .filter(([, { from }]) => reviewState !== undefined && from?.includes(reviewState))
    .map(([name]) => name)
  return orderActions(
    metadata,
    [...new Set([...currentActions, ...actionsAfterStart])].filter((name) => name !== startAction),
  )
}

import type { Locale } from '#contract/locale.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { Row } from '../data/console-api.ts'
import { orderActions } from '../record/action-form.ts'

/** An operation that can run on several rows. */
export interface BulkAction {
  kind: 'delete' | 'action'
  /** Name of the action. */
  name: string
  label: string
  /** The operation can be undone, with one request per row. */
  isUndoable: boolean
}

/** Lists the operations that the user may run on several rows: the module's actions and deletion. */
export function listBulkActions(metadata: ModuleMetadata, locale: Locale, deleteLabel: string): BulkAction[] {
  const { actions, permissions } = metadata
  const bulkActions = orderActions(metadata, Object.keys(actions))
    .toReversed()
    .map((name): BulkAction => ({
      kind: 'action',
      name,
      label: actions[name]?.label[locale] ?? name,
      isUndoable: actions[name]?.undoable === true,
    }))
  if (!permissions.includes('delete')) return bulkActions
  const isUndoable = permissions.includes('history')
  return [...bulkActions, { kind: 'delete', name: '', label: deleteLabel, isUndoable }]
}

/** Whether the operation applies to the row in its state. */
export function isActionAllowed({ kind, name }: BulkAction, { permissions }: Row): boolean {
  return kind === 'delete' ? permissions?.delete === true : permissions?.actions.includes(name) === true
}

import type { Locale } from '#contract/locale.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { Row } from '../data/console-api.ts'
import { orderActions } from '../record/action-shape.ts'

/** What can be done with several rows at once. */
export interface BulkAction {
  kind: 'delete' | 'action'
  /** Name of the action. */
  name: string
  label: string
  /** It can be taken back, row by row, by the same calls as that of one row. */
  isUndoable: boolean
}

/** What this person can do with several rows of a module: its actions, and to delete them. */
export function listBulkActions(metadata: ModuleMetadata, locale: Locale, deleteLabel: string): BulkAction[] {
  const { actions, permissions } = metadata
  const deeds = orderActions(metadata, Object.keys(actions))
    .toReversed()
    .map((name): BulkAction => ({
      kind: 'action',
      name,
      label: actions[name]?.label[locale] ?? name,
      isUndoable: actions[name]?.undoable === true,
    }))
  if (!permissions.includes('delete')) return deeds
  const isUndoable = permissions.includes('history')
  return [...deeds, { kind: 'delete', name: '', label: deleteLabel, isUndoable }]
}

/** True for a row that is in a state for it. */
export function isActionAllowed({ kind, name }: BulkAction, { permissions }: Row): boolean {
  return kind === 'delete' ? permissions?.delete === true : permissions?.actions.includes(name) === true
}

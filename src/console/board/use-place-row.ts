import { useState } from 'react'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { BoardView } from '#contract/module-definition.ts'
import { useLocale } from '#platform/locale.ts'
import { findLatestEntry, useEntries } from '#outbox/index.ts'
import type { Row } from '../data/console-api.ts'
import { submitAction } from '../record/submit-action.ts'
import { undoWindowMs, useUndoAction } from '../record/use-undo-action.ts'
import { titleDot } from '../field-values/field-text.ts'
import { formatMinutes, listPlaceActions, type BoardSlot } from './board-slots.ts'

/** Places rows and undoes the last placement. {@link usePlaceRow} creates it for the components of the board. */
export interface RowPlacement {
  /** Finds the name of the action that places this row; undefined when the user may not place it. */
  findAction: (row: Row) => string | undefined
  place: (row: Row, slot: BoardSlot) => void
  /** Label of the last placement while it can be undone. */
  lastLabel: string | undefined
  undo: () => void
  /** Why the last placement could not be stored on the device, or not be undone; undefined when it could. */
  failure: unknown
}

/** Places rows through the outbox, by the workflow's action that sets a slot. */
export function usePlaceRow(
  metadata: ModuleMetadata,
  board: BoardView,
  getTitle: (row: Row) => string,
): RowPlacement {
  const locale = useLocale()
  const entries = useEntries()
  const { lastAction, track, undo } = useUndoAction()
  const [failure, setFailure] = useState<unknown>()
  const placeActions = listPlaceActions(metadata, board)
  const findAction = (row: Row) =>
    placeActions.find((actionName) => row.permissions?.actions.includes(actionName))
  const submitPlacement = async (row: Row, { room, date, from, to }: BoardSlot) => {
    const actionName = findAction(row)
    if (actionName === undefined) return
    setFailure(undefined)
    const title = getTitle(row)
    const body = {
      [board.room]: room,
      [board.date]: date,
      [board.start]: formatMinutes(from),
      [board.end]: formatMinutes(to),
    }
    const entry = findLatestEntry(entries, metadata.name, row.id)
    const newEntry = await submitAction({
      metadata,
      row,
      title,
      locale,
      entry,
      name: actionName,
      body,
      delayMs: undoWindowMs,
    })
    const label = `${metadata.actions[actionName]?.label[locale] ?? actionName}${titleDot}${title}`
    track({ id: row.id, entryId: newEntry.id, label })
  }
  return {
    findAction,
    place: (row, slot) => void submitPlacement(row, slot).catch(setFailure),
    lastLabel: lastAction?.label,
    undo: () => void undo().catch(setFailure),
    failure,
  }
}

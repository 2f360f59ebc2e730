import { useState } from 'react'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { BoardView } from '#contract/module-definition.ts'
import { useLocale } from '#lib/locale.ts'
import { findLatestEntry, useEntries } from '#outbox/index.ts'
import type { Row } from '../data/console-api.ts'
import { submitAction } from '../record/submit-action.ts'
import { undoWindowMs, useUndoAction } from '../record/use-undo-action.ts'
import { titleDot } from '../field-values/row-title.ts'
import { formatMinutes, listPlaceActions, type BoardSlot } from './board-slots.ts'

/** Putting rows into places, and taking the last one back. */
export interface RowPlacement {
  /** The action that puts this row somewhere; undefined when the person may not, or not any more. */
  actionOf: (row: Row) => string | undefined
  place: (row: Row, span: BoardSlot) => void
  /** Words of the last one, while it can be taken back. */
  last: string | undefined
  undo: () => void
  failure: unknown
}

/** A row is put into a place by the workflow's action that takes one, through the outbox. */
export function usePlaceRow(
  metadata: ModuleMetadata,
  board: BoardView,
  titleOf: (row: Row) => string,
): RowPlacement {
  const locale = useLocale()
  const entries = useEntries()
  const { last, note, takeBack } = useUndoAction()
  const [failure, setFailure] = useState<unknown>()
  const names = listPlaceActions(metadata, board)
  const actionOf = (row: Row) => names.find((name) => row.permissions?.actions.includes(name))
  const send = async (row: Row, { room, date, from, to }: BoardSlot) => {
    const name = actionOf(row)
    if (name === undefined) return
    setFailure(undefined)
    const title = titleOf(row)
    const body = {
      [board.room]: room,
      [board.date]: date,
      [board.start]: formatMinutes(from),
      [board.end]: formatMinutes(to),
    }
    const entry = findLatestEntry(entries, metadata.name, row.id)
    const made = await submitAction({ metadata, row, title, locale, entry, name, body, holdMs: undoWindowMs })
    const words = `${metadata.actions[name]?.label[locale] ?? name}${titleDot}${title}`
    note({ id: row.id, entryId: made.id, words })
  }
  return {
    actionOf,
    place: (row, span) => void send(row, span).catch(setFailure),
    last: last?.words,
    undo: () => void takeBack().catch(setFailure),
    failure,
  }
}

import { useState } from 'react'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { BoardView } from '#contract/module-definition.ts'
import { useLocale } from '#lib/locale.ts'
import { findLatestEntry, useEntries } from '#outbox/index.ts'
import type { Row } from '../reading/console-calls.ts'
import { sendAction } from '../record/send-action.ts'
import { undoMs, useTakeBack } from '../record/use-take-back.ts'
import { titleDot } from '../values/row-title.ts'
import { clockOf, placingActions, type Span } from './board-rules.ts'

/** Putting rows into places, and taking the last one back. */
export interface Placing {
  /** The action that puts this row somewhere; undefined when the person may not, or not any more. */
  actionOf: (row: Row) => string | undefined
  place: (row: Row, span: Span) => void
  /** Words of the last one, while it can be taken back. */
  last: string | undefined
  undo: () => void
  failure: unknown
}

/** A row is put into a place by the workflow's action that takes one, through the outbox. */
export function usePlacing(
  metadata: ModuleMetadata,
  board: BoardView,
  titleOf: (row: Row) => string,
): Placing {
  const locale = useLocale()
  const entries = useEntries()
  const { last, note, takeBack } = useTakeBack()
  const [failure, setFailure] = useState<unknown>()
  const names = placingActions(metadata, board)
  const actionOf = (row: Row) => names.find((name) => row.permissions?.actions.includes(name))
  const send = async (row: Row, { room, date, from, to }: Span) => {
    const name = actionOf(row)
    if (name === undefined) return
    setFailure(undefined)
    const title = titleOf(row)
    const body = {
      [board.room]: room,
      [board.date]: date,
      [board.start]: clockOf(from),
      [board.end]: clockOf(to),
    }
    const entry = findLatestEntry(entries, metadata.name, row.id)
    const made = await sendAction({ metadata, row, title, locale, entry, name, body, holdMs: undoMs })
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

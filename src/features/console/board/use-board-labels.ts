import type { ModuleMetadata } from '#contract/metadata.ts'
import type { BoardView } from '#contract/module-definition.ts'
import { useTranslation } from 'react-i18next'
import { formatDay } from '#lib/forum-time.ts'
import type { Row } from '../data/console-api.ts'
import { formatFieldValue } from '../field-values/field-text.ts'
import { rowTitle } from '../field-values/row-title.ts'
import { useValueLabels } from '../field-values/use-value-words.ts'
import { formatMinutes, getRequestedSlot } from './board-slots.ts'
import type { BoardData } from './use-board.ts'

/** What a board says of its rows and places. */
export interface BoardLabels {
  title: (row: Row) => string
  room: (room: Row) => string
  /** What it wants: day and times. */
  wish: (row: Row) => string
  /** What the board shows beside: price, payment. `line` is both in one. */
  facts: (row: Row) => { key: string; label: string; text: string; line: string }[]
}

const nothing: readonly Row[] = []

/** The words of a board, in the reader's language. */
export function useBoardLabels(
  metadata: ModuleMetadata,
  board: BoardView,
  places: ModuleMetadata,
  data: BoardData,
): BoardLabels {
  const { t } = useTranslation('console')
  const words = useValueLabels(metadata, board.shows ?? [], nothing)
  const roomWords = useValueLabels(places, [], data.rooms)
  return {
    title: (row) => rowTitle(metadata, row, words) || t('list.untitled'),
    room: (room) => rowTitle(places, room, roomWords) || t('list.untitled'),
    wish: (row) => {
      const { date, from, minutes } = getRequestedSlot(board, row)
      if (date === undefined || from === undefined) return ''
      return `${formatDay(date, words.locale)} ${formatMinutes(from)}–${formatMinutes(from + minutes)}`
    },
    facts: (row) =>
      (board.shows ?? []).flatMap((key) => {
        const field = metadata.fields[key]
        const text = field ? formatFieldValue(key, field, row[key], words) : ''
        const label = field?.label[words.locale] ?? ''
        return text !== '' ? [{ key, label, text, line: `${label}: ${text}` }] : []
      }),
  }
}

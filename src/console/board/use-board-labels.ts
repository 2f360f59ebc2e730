import type { ModuleMetadata } from '#contract/metadata.ts'
import type { BoardView } from '#contract/module-definition.ts'
import { useTranslation } from 'react-i18next'
import { formatDay } from '#platform/forum-time.ts'
import type { Row } from '../data/console-api.ts'
import { formatFieldValue } from '../field-values/field-text.ts'
import { formatRowTitle } from '../field-values/row-title.ts'
import { useValueLabels } from '../field-values/use-value-labels.ts'
import { formatMinutes, getRequestedSlot } from './board-slots.ts'
import type { BoardData } from './use-board.ts'

/** Formats rows and rooms of a board. */
export interface BoardLabels {
  title: (row: Row) => string
  room: (room: Row) => string
  /** The requested day and times. */
  requestedTime: (row: Row) => string
  /** Values of the fields that the board definition shows. `line` is label and text in one. */
  facts: (row: Row) => { key: string; label: string; text: string; line: string }[]
}

const noRows: readonly Row[] = []

/** Returns functions that format the rows and rooms of a board in the user's language. */
export function useBoardLabels(
  metadata: ModuleMetadata,
  board: BoardView,
  roomMetadata: ModuleMetadata,
  data: BoardData,
): BoardLabels {
  const { t } = useTranslation('console')
  const labels = useValueLabels(metadata, board.shows ?? [], noRows)
  const roomLabels = useValueLabels(roomMetadata, [], data.rooms)
  return {
    title: (row) => formatRowTitle(metadata, row, labels) || t('list.untitled'),
    room: (room) => formatRowTitle(roomMetadata, room, roomLabels) || t('list.untitled'),
    requestedTime: (row) => {
      const { date, from, minutes } = getRequestedSlot(board, row)
      if (date === undefined || from === undefined) return ''
      return `${formatDay(date, labels.locale)} ${formatMinutes(from)}–${formatMinutes(from + minutes)}`
    },
    facts: (row) =>
      (board.shows ?? []).flatMap((key) => {
        const field = metadata.fields[key]
        const text = field ? formatFieldValue(key, field, row[key], labels) : ''
        const label = field?.label[labels.locale] ?? ''
        return text !== '' ? [{ key, label, text, line: `${label}: ${text}` }] : []
      }),
  }
}

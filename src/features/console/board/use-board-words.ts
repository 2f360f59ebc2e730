import type { ModuleMetadata } from '#contract/metadata.ts'
import type { BoardView } from '#contract/module-definition.ts'
import { useTranslation } from 'react-i18next'
import { formatDay } from '#lib/forum-time.ts'
import type { Row } from '../reading/console-calls.ts'
import { fieldText } from '../values/field-text.ts'
import { rowTitle } from '../values/row-title.ts'
import { useValueWords } from '../values/use-value-words.ts'
import { clockOf, wishOf } from './board-rules.ts'
import type { BoardData } from './use-board.ts'

/** What a board says of its rows and places. */
export interface BoardWords {
  title: (row: Row) => string
  room: (room: Row) => string
  /** What it wants: day and times. */
  wish: (row: Row) => string
  /** What the board shows beside: price, payment. `line` is both in one. */
  facts: (row: Row) => { key: string; label: string; text: string; line: string }[]
}

const nothing: readonly Row[] = []

/** The words of a board, in the reader's language. */
export function useBoardWords(
  metadata: ModuleMetadata,
  board: BoardView,
  places: ModuleMetadata,
  data: BoardData,
): BoardWords {
  const { t } = useTranslation('console')
  const words = useValueWords(metadata, board.shows ?? [], nothing)
  const roomWords = useValueWords(places, [], data.rooms)
  return {
    title: (row) => rowTitle(metadata, row, words) || t('list.untitled'),
    room: (room) => rowTitle(places, room, roomWords) || t('list.untitled'),
    wish: (row) => {
      const { date, from, minutes } = wishOf(board, row)
      if (date === undefined || from === undefined) return ''
      return `${formatDay(date, words.locale)} ${clockOf(from)}–${clockOf(from + minutes)}`
    },
    facts: (row) =>
      (board.shows ?? []).flatMap((key) => {
        const field = metadata.fields[key]
        const text = field ? fieldText(key, field, row[key], words) : ''
        const label = field?.label[words.locale] ?? ''
        return text !== '' ? [{ key, label, text, line: `${label}: ${text}` }] : []
      }),
  }
}

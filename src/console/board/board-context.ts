import type { ModuleMetadata } from '#contract/metadata.ts'
import type { BoardView } from '#contract/module-definition.ts'
import type { Row } from '../data/console-api.ts'
import type { BoardData } from './use-board.ts'
import type { BoardLabels } from './use-board-labels.ts'
import type { RowPlacement } from './use-place-row.ts'

/** Data, state and callbacks that the components of a board share. */
export interface BoardContext {
  metadata: ModuleMetadata
  board: BoardView
  data: BoardData
  labels: BoardLabels
  day: string
  /** The chosen row. */
  chosenRow: Row | undefined
  placement: RowPlacement
  /** @param byKeyboard moves the focus to the free slots */
  onChoose: (id: string | undefined, byKeyboard?: boolean) => void
}

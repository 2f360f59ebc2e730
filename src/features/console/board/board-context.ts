import type { ModuleMetadata } from '#contract/metadata.ts'
import type { BoardView } from '#contract/module-definition.ts'
import type { Row } from '../data/console-api.ts'
import type { BoardData } from './use-board.ts'
import type { BoardLabels } from './use-board-labels.ts'
import type { RowPlacement } from './use-place-row.ts'

/** What all parts of a board share. */
export interface BoardContext {
  metadata: ModuleMetadata
  board: BoardView
  data: BoardData
  words: BoardLabels
  day: string
  /** The row that is to be given a place, or looked at. */
  chosen: Row | undefined
  placing: RowPlacement
  /** @param byKeys the focus goes on to the free times */
  onChoose: (id: string | undefined, byKeys?: boolean) => void
}

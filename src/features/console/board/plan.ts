import type { ModuleMetadata } from '#contract/metadata.ts'
import type { BoardView } from '#contract/module-definition.ts'
import type { Row } from '../reading/console-calls.ts'
import type { BoardData } from './use-board.ts'
import type { BoardWords } from './use-board-words.ts'
import type { Placing } from './use-placing.ts'

/** What all parts of a board share. */
export interface Plan {
  metadata: ModuleMetadata
  board: BoardView
  data: BoardData
  words: BoardWords
  day: string
  /** The row that is to be given a place, or looked at. */
  chosen: Row | undefined
  placing: Placing
  /** @param byKeys the focus goes on to the free times */
  onChoose: (id: string | undefined, byKeys?: boolean) => void
}

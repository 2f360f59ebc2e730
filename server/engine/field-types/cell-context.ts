import type { FieldIssue } from '#contract/envelope.ts'
import type { Locale } from '#contract/locale.ts'

/** Rows of other modules by what they are called, as far as the caller may see and name them. */
export interface RelatedLabels {
  /**
   * Ids of the rows that a cell's text means: an id, a label in either language, or `label [id]`. What is there twice, not
   * at all, or not for this caller gives the same: undefined.
   */
  find(module: string, text: string): string | undefined
  /** What a row is called in a cell: its label, with ` [id]` behind it when others have the same; its id when unknown. */
  labelOf(module: string, id: string): string
}

/** What cells are read and written with. */
export interface CellContext {
  /** Language of labels that are written; read are both. */
  locale: Locale
  /** The forum's time zone: that of all times in cells that say none. */
  zone: string
  related: RelatedLabels
}

/** What a cell stands for, on the wire; undefined for an empty cell. */
export type CellReading = { value: unknown } | { problem: Pick<FieldIssue, 'key' | 'params'> }

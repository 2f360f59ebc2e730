/** Rows with anything in them. Four times the largest import that the figures of this project speak of (50,000). */
export const maxRows = 200_000
/** Ten times the columns of the widest module, both languages counted. */
export const maxColumns = 500
/** Three times what a cell of Excel can hold (32,767). */
export const maxCellCharacters = 100_000
/** Rows that go from the worker to its asker at once. */
export const batchRows = 200
/** A batch of long texts ends earlier. */
export const batchCharacters = 500_000
/** Heap of the worker. 50,000 rows of 12 columns take a third of it. */
export const maxHeapMb = 128
/** Time without an answer of the worker after it was asked. */
export const maxIdleMs = 60_000

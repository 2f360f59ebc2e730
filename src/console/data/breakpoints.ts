/** From this width on a list is a table and a record opens beside it; below, the record replaces the list. */
export const splitPaneQuery = '(width >= 1024px)'

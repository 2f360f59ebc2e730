/** From this width on a list is a table, and a record stands beside it; below, it takes the list's place. */
export const splitPaneQuery = '(width >= 1024px)'

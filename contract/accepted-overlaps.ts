/**
 * Part of a write's body beside the row's fields: ids of rows that `row.overlaps` has named and that the caller
 * accepts beside this one. Any other row is refused again.
 */
export const acceptedOverlapsKey = 'accepted_overlaps'

/** Most ids that a body may name. */
export const maxAcceptedOverlaps = 100

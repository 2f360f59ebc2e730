/**
 * Part of a write's body beside the row's fields: ids of rows that the caller was told of by `row.overlaps` and wants to
 * stand beside this one. Another row than these is told again.
 */
export const acceptedOverlapsKey = 'accepted_overlaps'

/** Most ids that a body may name. */
export const maxAcceptedOverlaps = 100

import { toInstant } from '#contract/time.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** End of a file or upload that goes at once, whatever the clock says: its person or a rule had it erased. */
export const endedAt = toInstant(0)
/** How often what nobody needs any more is looked for, in milliseconds. */
export const sweepEveryMs = 10 * minuteMs
/** How long a file stays that no row names (any more), in milliseconds: with the sweep, gone within a day. */
export const unusedFileTtlMs = 23 * hourMs
/** The same for an upload by ticket, which nobody can be asked about: with the sweep, gone within an hour. */
export const ticketUploadTtlMs = 45 * minuteMs
/** How long a resumable upload may rest between its parts, in milliseconds. */
export const unfinishedUploadTtlMs = 23 * hourMs
/** Longest life of an upload in one call, with its checks; what is older was left behind by a killed process. */
export const incomingFileTtlMs = 10 * minuteMs
/** How long a ticket waits for its upload, in milliseconds. */
export const ticketTtlMs = 10 * minuteMs

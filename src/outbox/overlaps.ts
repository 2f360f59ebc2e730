import { acceptedOverlapsKey } from '#contract/row-api.ts'
import type { FieldIssue } from '#contract/envelope.ts'
import type { OutboxEntry } from './entry.ts'

/**
 * Finds the overlapping rows that the user must accept before the server takes the entry.
 * @returns undefined when the server did not ask
 */
export function findOverlaps(
  entry: Pick<OutboxEntry, 'state' | 'trouble' | 'problems'> | undefined,
): readonly FieldIssue[] | undefined {
  const isAsked = entry?.state === 'rejected' && entry.trouble?.key === 'row.overlaps'
  return isAsked ? (entry.problems ?? []) : undefined
}

/** Adds the accepted overlaps to a body. The changed body is sent under a new idempotency key. */
export function withAcceptedOverlaps<Body extends object>(
  body: Body,
  overlaps: readonly FieldIssue[],
): Body & { readonly [acceptedOverlapsKey]: readonly string[] } {
  const ids = overlaps.map(({ params }) => params?.['row']).filter((id) => typeof id === 'string')
  return { ...body, [acceptedOverlapsKey]: ids }
}

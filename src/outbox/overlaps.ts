import { acceptedOverlapsKey } from '#contract/accepted-overlaps.ts'
import type { FieldIssue } from '#contract/envelope.ts'
import type { OutboxEntry } from './entry.ts'

/**
 * Finds what the server asks about an entry before it takes it: the rows beside which it would stand at one time.
 * @returns undefined when the server does not ask
 */
export function findOverlaps(
  entry: Pick<OutboxEntry, 'state' | 'trouble' | 'problems'> | undefined,
): readonly FieldIssue[] | undefined {
  const isAsked = entry?.state === 'rejected' && entry.trouble?.key === 'row.overlaps'
  return isAsked ? (entry.problems ?? []) : undefined
}

/** Adds to a body that its person accepts these overlaps. It is part of the body, so what is sent is a call of its own. */
export function withAcceptedOverlaps<Body extends object>(
  body: Body,
  overlaps: readonly FieldIssue[],
): Body & { readonly [acceptedOverlapsKey]: readonly string[] } {
  const ids = overlaps.map(({ params }) => params?.['row']).filter((id) => typeof id === 'string')
  return { ...body, [acceptedOverlapsKey]: ids }
}

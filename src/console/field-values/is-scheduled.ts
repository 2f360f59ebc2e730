import type { Values } from '#contract/form/form-shape.ts'
import { matchesAllConditions } from '#contract/form/matches.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { toFormShape } from '../data/form-shape.ts'

/** Whether a row becomes public by itself after `nowMs`. @param nowMs milliseconds since 1970 */
export function isScheduled(metadata: ModuleMetadata, row: Values, nowMs: number): boolean {
  const { publication } = metadata
  if (!publication) return false
  const from = row[publication.from]
  if (typeof from !== 'string' || !(Date.parse(from) > nowMs)) return false
  return matchesAllConditions(toFormShape(metadata), publication.when, row, () => undefined)
}

/** Lists the fields that {@link isScheduled} reads. */
export function listPublicationFields({ publication }: ModuleMetadata): string[] {
  return publication ? [publication.from, ...publication.when.map(({ param }) => param)] : []
}

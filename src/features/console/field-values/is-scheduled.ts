import type { Values } from '#contract/form/form-shape.ts'
import { matchesAllConditions } from '#contract/form/matches.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { formShape } from '../form/form-layout.ts'

/** True for a row that the public will see by itself at a moment to come. @param nowMs milliseconds since 1970 */
export function isScheduled(metadata: ModuleMetadata, row: Values, nowMs: number): boolean {
  const { publication } = metadata
  if (!publication) return false
  const from = row[publication.from]
  if (typeof from !== 'string' || !(Date.parse(from) > nowMs)) return false
  return matchesAllConditions(formShape(metadata), publication.when, row, () => undefined)
}

/** The fields by which {@link isScheduled} finds out. */
export function publicationFields({ publication }: ModuleMetadata): string[] {
  return publication ? [publication.from, ...publication.when.map(({ param }) => param)] : []
}

import type { ModuleMetadata } from '#contract/metadata.ts'

/** True when rows of the module can be decided one after the other: they have states, and the person leads them on. */
export function isReviewable({ workflow, actions }: ModuleMetadata): boolean {
  return workflow !== undefined && Object.values(actions).some(({ from, to }) => from && to !== undefined)
}

import type { ModuleMetadata } from '#contract/metadata.ts'

/** Whether rows of the module can be reviewed one by one: they have states, and the user may change them. */
export function isReviewable({ workflow, actions }: ModuleMetadata): boolean {
  return workflow !== undefined && Object.values(actions).some(({ from, to }) => from && to !== undefined)
}

import { arrival } from './arrival.ts'
import { inTown } from './in-town.ts'

/** Pages of business and travel, in their order. */
export const pages = [...arrival, ...inTown].map((page, index) => ({
  id: `page-${page.slug}`,
  position: index + 1,
  ...page,
}))

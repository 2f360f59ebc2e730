import type { ListParams } from '#contract/calls.ts'

/** Rows that home shows of a list. */
const fewRows = 5

/** What home asks of the lists. */
export const homeLists = {
  informations: { page: 1, size: fewRows },
  documents: { page: 1, size: fewRows },
  hotDocuments: { filters: [{ param: 'is_hot', op: 'eq', value: 1 }], page: 1, size: fewRows },
} as const satisfies Record<string, ListParams>

import type { ImportFault, ImportFaultGroup } from '#contract/transfer.ts'

/** By which a group is told from the others. */
export const groupOf = ({ key, column, field }: ImportFaultGroup): string => `${key} ${column} ${field}`

/** True for a fault of that kind in that column. */
export const isOfGroup = ({ key, column, path }: ImportFault, group: ImportFaultGroup): boolean =>
  key === group.key && column === group.column && path.split('.')[0] === group.field

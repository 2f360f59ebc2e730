import type { ImportIssue, ImportIssueGroup } from '#contract/transfer.ts'

/** By which a group is told from the others. */
export const getIssueGroupKey = ({ key, column, field }: ImportIssueGroup): string =>
  `${key} ${column} ${field}`

/** True for a fault of that kind in that column. */
export const isInIssueGroup = ({ key, column, path }: ImportIssue, group: ImportIssueGroup): boolean =>
  key === group.key && column === group.column && path.split('.')[0] === group.field

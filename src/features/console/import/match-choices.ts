import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ImportHeaders } from '#contract/transfer.ts'
import { applyMapping, type ColumnAssignments } from './settings.ts'

/** Columns of the file by whose values rows can be asked for. By which of them rows are found is the server's to allow. */
export function matchChoices(
  { fields }: Pick<ModuleMetadata, 'fields'>,
  { columns, paths }: ImportHeaders,
  wishes: ColumnAssignments,
): ImportHeaders['paths'] {
  const filled = new Set(applyMapping(columns, wishes).map(({ path }) => path))
  return paths.filter(({ path }) => {
    const field = fields[path.split('.')[0] ?? '']
    return filled.has(path) && field?.operators.includes('eq') === true && field.relation?.many !== true
  })
}

import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ImportHeaders } from '#contract/transfer.ts'
import { applyMapping, type ColumnAssignments } from './settings.ts'

/** Lists the columns by whose values rows can be matched. The server decides which of them it allows. */
export function listMatchChoices(
  { fields }: Pick<ModuleMetadata, 'fields'>,
  { columns, paths }: ImportHeaders,
  assignments: ColumnAssignments,
): ImportHeaders['paths'] {
  const filled = new Set(applyMapping(columns, assignments).map(({ path }) => path))
  return paths.filter(({ path }) => {
    const field = fields[path.split('.')[0] ?? '']
    return filled.has(path) && field?.operators.includes('eq') === true && field.relation?.many !== true
  })
}

import type { Caller } from '#server/http/caller.ts'
import { createHttpError } from '#server/errors.ts'
import { callerColumns } from '../query/caller-columns.ts'
import type { SheetColumn } from '../field-types/sheet-column.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { visibleFields } from '../schema/visible-fields.ts'

/**
 * The columns of an export: those that are wanted, in their order, or all that the caller may take out.
 * @throws Refusal for a column that the caller may not have the very same as for one that there is not
 */
export function exportColumns(
  caller: Caller,
  module: ServerModule,
  wanted: readonly string[] | undefined,
): SheetColumn[] {
  const visible = visibleFields(caller, module, wanted ? 'columns' : 'output')
  const columns = callerColumns(caller, module).filter(
    ({ key, field }) => visible.has(key) && field.surfaces.export,
  )
  if (!wanted) return columns
  return [...new Set(wanted)].map((path) => {
    const column = columns.find((one) => one.path === path)
    if (!column) throw refuseColumn(path)
    return column
  })
}

function refuseColumn(path: string) {
  return createHttpError('query.unknown_field', { fields: [{ path, key: 'query.unknown_field' }] })
}

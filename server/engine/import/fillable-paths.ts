import type { ImportReport } from '#contract/transfer.ts'
import type { Caller } from '#server/http/caller.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { importColumns } from './importable.ts'
import { isRequired } from './required.ts'

/** Every path that a column of the caller's file may fill. */
export function fillablePaths(caller: Caller, module: ServerModule): ImportReport['paths'] {
  return importColumns(caller, module).map((column) => ({
    path: column.path,
    label: column.label,
    required: isRequired(column),
  }))
}

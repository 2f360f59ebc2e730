import type { EmptyCells, ImportCheckBody, ImportMode, OnError } from '#contract/transfer.ts'
import type { FieldIssue } from '#contract/envelope.ts'
import { createHttpError, type HttpError } from '#server/errors.ts'
import type { SheetColumn } from '#server/engine/field-types/sheet-columns.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { isAllowed } from '../schema/visible-fields.ts'
import type { Caller } from '#server/http/caller.ts'
import { listMatchColumns } from './importable.ts'

/** Defaults of options that a request omits. */
export const defaultImportOptions = { mode: 'upsert', on_error: 'stop', empty: 'clear' } as const

/** Resolved options of a dry run. */
export interface ImportOptions {
  /** Whether lines create rows, update rows, or do either. */
  mode: ImportMode
  /** Whether invalid lines stop the import or are skipped. */
  onError: OnError
  /** Whether an empty cell clears the value or leaves it unchanged. */
  empty: EmptyCells
  /** Columns that match lines to rows; without any, every line creates a row. */
  match: readonly SheetColumn[]
}

/**
 * Resolves the options of a request: omitted ones get their defaults, and the matching columns are chosen from the file's.
 * @param filledPaths paths that the file fills
 * @throws HttpError when the caller may not use the mode, or names columns that cannot match rows
 */
export function resolveOptions(
  body: ImportCheckBody,
  caller: Caller,
  module: ServerModule,
  filledPaths: ReadonlySet<string>,
): ImportOptions {
  const { mode, on_error: onError, empty } = { ...defaultImportOptions, ...body }
  if (mode === 'create' && !isAllowed(caller, module, 'create'))
    throw createInvalidBodyError('mode', 'field.invalid')
  if (mode === 'update' && !isAllowed(caller, module, 'update'))
    throw createInvalidBodyError('mode', 'field.invalid')
  const match =
    mode === 'create' ? [] : resolveMatch(body.match, listMatchColumns(caller, module), filledPaths)
  if (mode === 'update' && match.length === 0) throw createInvalidBodyError('match', 'import.match_needed')
  return { mode, onError, empty, match }
}

/** Creates the error for one field of the request body. */
export function createInvalidBodyError(path: string, key: string, params?: FieldIssue['params']): HttpError {
  return createHttpError('validation.failed', { fields: [{ path, key, ...(params && { params }) }] })
}

/** Resolves the matching columns: those that the request names, else the file's id column, else its first unique one. */
function resolveMatch(
  input: readonly string[] | undefined,
  columns: readonly SheetColumn[],
  filledPaths: ReadonlySet<string>,
): SheetColumn[] {
  const filledColumns = columns.filter(({ path }) => filledPaths.has(path))
  if (input)
    return input.map((path, index) => {
      const column = filledColumns.find((one) => one.path === path)
      if (!column) throw createInvalidBodyError(`match.${index}`, 'import.match_unknown')
      return column
    })
  const [idColumn] = filledColumns.filter(({ key }) => key === 'id')
  const [uniqueColumn] = filledColumns.filter(({ field }) => field.unique)
  return idColumn ? [idColumn] : uniqueColumn ? [uniqueColumn] : []
}

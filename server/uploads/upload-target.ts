import type { UploadPurpose } from '#contract/api.ts'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { importRules, type FileRules } from '#contract/file-kinds.ts'
import type { Registry } from '#server/engine/schema/registry.ts'
import type { ServerModule } from '#server/engine/schema/server-module.ts'
import {
  findDenialKey,
  canRunAction,
  isAllowed,
  writableFields,
} from '#server/engine/schema/visible-fields.ts'
import type { Caller } from '#server/http/caller.ts'
import { createHttpError } from '#server/errors.ts'
import { importField } from '#server/files/find-files.ts'

/** Target of an upload: a field of a module, or its import, with the rules for the file. */
export interface UploadTarget {
  module: string
  /** {@link importField} for an import. */
  field: string
  rules: FileRules
}

/** Target as the caller names it: a field or a purpose, not both. */
export interface UploadTargetInput {
  module: string
  field?: string | undefined
  purpose?: string | undefined
}

const importPurpose: UploadPurpose = 'import'

/**
 * Resolves the target of an upload when the caller can write that field or import into that module.
 * @throws HttpError the same error for what does not exist, takes no files, or is not writable for the caller; a
 * specific one when the caller cannot write the module yet
 */
export function resolveUploadTarget(
  registry: Registry,
  caller: Caller,
  { module: name, field, purpose }: UploadTargetInput,
): UploadTarget {
  const module = registry.find(name)
  if (purpose !== undefined) {
    if (!module || field !== undefined || purpose !== importPurpose) throw createHttpError('not_found')
    return getImportTarget(caller, module)
  }
  // Set when the caller's own state, not the role, forbids it for now.
  const denialKey =
    module && (findDenialKey(caller, module, 'create') ?? findDenialKey(caller, module, 'update'))
  if (denialKey) throw createHttpError(denialKey)
  const definition = module && field !== undefined ? findWritableField(caller, module, field) : undefined
  if (field === undefined || !definition?.accept) throw createHttpError('not_found')
  return { module: name, field, rules: definition.accept }
}

/** Resolves the target of an upload that was started before, by its row: the caller may have lost a permission since. */
export function loadUploadTarget(
  registry: Registry,
  caller: Caller,
  { module, field }: Pick<UploadTarget, 'module' | 'field'>,
): UploadTarget {
  return resolveUploadTarget(
    registry,
    caller,
    field === importField ? { module, purpose: importPurpose } : { module, field },
  )
}

function getImportTarget(caller: Caller, module: ServerModule): UploadTarget {
  const denialKey = findDenialKey(caller, module, 'import')
  if (denialKey) throw createHttpError(denialKey)
  if (!isAllowed(caller, module, 'import')) throw createHttpError('not_found')
  return { module: module.definition.name, field: importField, rules: importRules }
}

/** Finds the field when the caller can write it with a row or as an input of one of the module's actions. */
function findWritableField(caller: Caller, module: ServerModule, field: string): FieldDefinition | undefined {
  const canWrite = isAllowed(caller, module, 'create') || isAllowed(caller, module, 'update')
  const rowField = canWrite ? writableFields(caller, module).get(field) : undefined
  if (rowField) return rowField
  const { actions = {}, fields } = module.definition
  const isActionField = Object.entries(actions).some(
    ([name, action]) => action.fields?.includes(field) && canRunAction(caller, module, name),
  )
  return isActionField ? fields[field] : undefined
}

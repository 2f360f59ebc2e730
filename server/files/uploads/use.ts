import type { UploadPurpose } from '#contract/api.ts'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { importRules, type FileRules } from '#contract/file-kinds.ts'
import type { Registry } from '#server/engine/registry.ts'
import type { ServerModule } from '#server/engine/server-module.ts'
import { closedBy, mayAct, mayDo, writableFields } from '#server/engine/visible-fields.ts'
import type { Caller } from '#server/http/caller.ts'
import { refuse } from '#server/http/refusal.ts'
import { importField } from '../import-field.ts'

/** What an upload is for: the field of a module, or its import, whose rules it must keep. */
export interface UploadUse {
  module: string
  /** {@link importField} for an import. */
  field: string
  rules: FileRules
}

/** What a caller says that an upload is for: a field or a purpose, not both. */
export interface UploadAim {
  module: string
  field?: string | undefined
  purpose?: string | undefined
}

const importPurpose: UploadPurpose = 'import'

/**
 * The use that an upload names, when the caller may write that field or import into that module.
 * @throws Refusal the very same for what does not exist, takes no files, or is not the caller's to write; of its own when
 * the caller may not write the module yet
 */
export function getUse(
  registry: Registry,
  caller: Caller,
  { module: name, field, purpose }: UploadAim,
): UploadUse {
  const module = registry.find(name)
  if (purpose !== undefined) {
    if (!module || field !== undefined || purpose !== importPurpose) throw refuse('not_found')
    return getImportUse(caller, module)
  }
  const closed = module && (closedBy(caller, module, 'create') ?? closedBy(caller, module, 'update'))
  if (closed) throw refuse(closed)
  const definition = module && field !== undefined ? findWritable(caller, module, field) : undefined
  if (field === undefined || !definition?.accept) throw refuse('not_found')
  return { module: name, field, rules: definition.accept }
}

/** The same for an upload that was begun before. */
export function getStoredUse(
  registry: Registry,
  caller: Caller,
  { module, field }: Pick<UploadUse, 'module' | 'field'>,
): UploadUse {
  return getUse(
    registry,
    caller,
    field === importField ? { module, purpose: importPurpose } : { module, field },
  )
}

function getImportUse(caller: Caller, module: ServerModule): UploadUse {
  const closed = closedBy(caller, module, 'import')
  if (closed) throw refuse(closed)
  if (!mayDo(caller, module, 'import')) throw refuse('not_found')
  return { module: module.definition.name, field: importField, rules: importRules }
}

/** The field, when the caller may give it with a row or with one of the actions. */
function findWritable(caller: Caller, module: ServerModule, field: string): FieldDefinition | undefined {
  const mayWrite = mayDo(caller, module, 'create') || mayDo(caller, module, 'update')
  const written = mayWrite ? writableFields(caller, module).get(field) : undefined
  if (written) return written
  const { actions = {}, fields } = module.definition
  const isGiven = Object.entries(actions).some(
    ([name, action]) => action.fields?.includes(field) && mayAct(caller, module, name),
  )
  return isGiven ? fields[field] : undefined
}

import type { FieldDefinition } from '#contract/field-definition.ts'
import type { FileRules } from '#contract/file-kinds.ts'
import type { Registry } from '#server/engine/registry.ts'
import type { ServerModule } from '#server/engine/server-module.ts'
import { closedBy, mayAct, mayDo, writableFields } from '#server/engine/visible-fields.ts'
import type { Caller } from '#server/http/caller.ts'
import { refuse } from '#server/http/refusal.ts'

/** What an upload is for: the field of a module, whose rules it must keep. */
export interface UploadUse {
  module: string
  field: string
  rules: FileRules
}

/**
 * The use that an upload names, when the caller may write that field.
 * @throws Refusal the very same for what does not exist, takes no files, or is not the caller's to write; of its own when
 * the caller may not write the module yet
 */
export function getUse(registry: Registry, caller: Caller, name: string, field: string): UploadUse {
  const module = registry.find(name)
  const closed = module && (closedBy(caller, module, 'create') ?? closedBy(caller, module, 'update'))
  if (closed) throw refuse(closed)
  const definition = module && findWritable(caller, module, field)
  if (!definition?.accept) throw refuse('not_found')
  return { module: name, field, rules: definition.accept }
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

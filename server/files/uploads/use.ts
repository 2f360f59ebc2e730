import type { FileRules } from '#contract/file-kinds.ts'
import type { Registry } from '#server/engine/registry.ts'
import { mayDo, visibleFields } from '#server/engine/visible-fields.ts'
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
 * @throws Refusal the very same for what does not exist, takes no files, or is not the caller's to write
 */
export function getUse(registry: Registry, caller: Caller, name: string, field: string): UploadUse {
  const module = registry.find(name)
  const mayWrite = module && (mayDo(caller, module, 'create') || mayDo(caller, module, 'update'))
  const definition = mayWrite ? visibleFields(caller, module, 'output').get(field) : undefined
  if (!definition?.accept || !definition.surfaces.form) throw refuse('not_found')
  return { module: name, field, rules: definition.accept }
}

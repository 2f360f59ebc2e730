import { cleanValues } from '#contract/form/clean-values.ts'
import type { Values } from '#contract/form/form-shape.ts'
import type { Caller } from '#server/http/caller.ts'
import type { WireRow } from '../field-types/codec.ts'
import { getModule } from '../query/access.ts'
import { findRowByClientRowId } from '../schema/client-row-ids.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { findModulePermission, visibleFields, writableFields } from '../schema/visible-fields.ts'
import { toRowResponse } from './row-response.ts'
import { readFields } from './read-body.ts'
import { saveRow } from './save-row.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'

/**
 * `POST /front/post/{module}`: creates a row, or finds the one that the caller created before with the same client row id.
 * @param clientRowId the id that the caller's device gave the row
 * @returns the row as the caller sees it
 * @throws HttpError `not_found`, `validation.failed`, `row.overlaps`
 */
export async function createRow(
  context: WriteContext,
  name: string,
  body: Readonly<Record<string, unknown>>,
  clientRowId?: string,
): Promise<WireRow> {
  const { registry, caller } = context
  const module = getModule(registry, caller, name, 'create')
  const existingId =
    clientRowId === undefined ? undefined : await findRowByClientRowId(context, module, clientRowId)
  if (existingId !== undefined) return toRowResponse(context, module, existingId)
  const writable = writableFields(caller, module)
  const { values, issues } = readFields(body, writable, visibleFields(caller, module, 'output'))
  const id = context.newId()
  await saveRow(context, module, {
    operation: 'create',
    id,
    locked: undefined,
    input: cleanValues(module.definition, values),
    engineValues: getInitialValues(module, caller, values),
    writable: new Set(writable.keys()),
    clientRowId,
    issues,
  })
  return toRowResponse(context, module, id)
}

/**
 * Gets the values that the engine sets in a new row: defaults of fields that the input omits, the first state, and the owner. A
 * row has an owner only when a caller whose scope is their own rows creates it; what organisers enter belongs to nobody.
 */
export function getInitialValues(module: ServerModule, caller: Caller, input: Values): Values {
  const { definition, ownership } = module
  const { fields, workflow } = definition
  const hasOwnRowsOnly = findModulePermission(caller, module)?.scope.some((item) => 'is' in item)
  const defaults = Object.entries(fields)
    .filter(([key, field]) => field.default !== undefined && !Object.hasOwn(input, key))
    .map(([key, field]) => [key, field.default])
  return {
    ...Object.fromEntries(defaults),
    ...(workflow && { [workflow.field]: workflow.initial }),
    ...(ownership && { [ownership.field]: hasOwnRowsOnly && caller.kind === 'user' ? caller.id : null }),
  }
}

import { cleanValues } from '#contract/form/clean-values.ts'
import type { Values } from '#contract/form/form-shape.ts'
import { maskedValue } from '#contract/row.ts'
import { createHttpError } from '#server/errors.ts'
import { getModule } from '../query/access.ts'
import type { WireRow } from '../field-types/codec.ts'
import { isSealed } from '../field-types/index.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { isMasked, visibleFields, writableFields } from '../schema/visible-fields.ts'
import { toRowResponse, checkNotStale } from './row-response.ts'
import { getLockedRow, type LockedRow } from './lock-row.ts'
import { readNamedRow } from './read-body.ts'
import { saveRow } from './save-row.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'

/**
 * `POST /front/edit/{module}`: writes the fields of the body.
 * @returns the row as the caller sees it
 * @throws HttpError `not_found`, `row.deleted`, `action.state` when the row's state allows no edit, `row.stale`, `validation.failed`
 */
export async function editRow(
  context: WriteContext,
  name: string,
  body: Readonly<Record<string, unknown>>,
): Promise<WireRow> {
  const { registry, caller } = context
  const module = getModule(registry, caller, name, 'update')
  const writable = writableFields(caller, module)
  const namedRow = readNamedRow(body, writable, visibleFields(caller, module, 'output'))
  const locked = checkEditable(await getLockedRow(context, module, namedRow.id))
  const input = dropMaskedValues(context, module, cleanValues(module.definition, namedRow.values))
  await checkNotStale(context, module, locked, { version: namedRow.version, input })
  await saveRow(context, module, {
    operation: 'edit',
    id: namedRow.id,
    locked,
    input,
    writable: new Set(writable.keys()),
    issues: namedRow.issues,
  })
  return toRowResponse(context, module, namedRow.id)
}

/** Returns the row if the caller may edit it in its present state. @throws HttpError `action.state` */
export function checkEditable(locked: LockedRow): LockedRow {
  if (!locked.isEditable) throw createHttpError('action.state')
  return locked
}

/** Drops values that a client sends back as the mask that it received. In fields that it sees in clear, `***` is a value. */
export function dropMaskedValues(
  { caller }: Pick<WriteContext, 'caller'>,
  module: ServerModule,
  input: Values,
): Values {
  const { fields } = module.definition
  const isShownMasked = (key: string) => isSealed(fields[key]) || isMasked(caller, module, key)
  return Object.fromEntries(
    Object.entries(input).filter(([key, value]) => !(value === maskedValue && isShownMasked(key))),
  )
}

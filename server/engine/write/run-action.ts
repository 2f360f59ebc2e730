import type { FieldIssue } from '#contract/envelope.ts'
import { cleanValues } from '#contract/form/clean-values.ts'
import { matchesAllConditions } from '#contract/form/matches.ts'
import type { FindRelatedRow, Values } from '#contract/form/form-shape.ts'
import type { Locale } from '#contract/locale.ts'
import type { ActionDefinition } from '#contract/module-definition.ts'
import { createNotFoundError } from '#server/http/permission.ts'
import { createHttpError } from '#server/errors.ts'
import type { WireRow } from '../field-types/codec.ts'
import type { ServerModule } from '../schema/server-module.ts'
import { canRunAction, visibleFields } from '../schema/visible-fields.ts'
import { toRowResponse, checkNotStale } from './row-response.ts'
import { getLockedRow, isOwnRow } from './lock-row.ts'
import { readNamedRow } from './read-body.ts'
import { saveRow } from './save-row.ts'
import type { WriteContext } from '#server/engine/schema/write-hooks.ts'

/** Conditions of actions concern only the row itself, so related rows are not loaded. */
const findNoRelatedRow: FindRelatedRow = () => undefined

/**
 * `POST /front/action/{module}/{action}`: runs an action, which moves a row from one state to another.
 * @param operation name of the action
 * @returns the row as the caller sees it
 * @throws HttpError `not_found`, `row.deleted`, `action.own` for a caller's own row, `action.state` when the row's state does
 * not allow it, `row.stale`, `validation.failed`
 */
export async function runAction(
  context: WriteContext,
  name: string,
  operation: string,
  body: Readonly<Record<string, unknown>>,
): Promise<WireRow> {
  const { caller } = context
  const { module, action } = getAction(context, name, operation)
  const writable = new Set(action.fields)
  const namedRow = readNamedRow(body, writable, visibleFields(caller, module, 'output'))
  const locked = await getLockedRow(context, module, namedRow.id)
  const { workflow, fields } = module.definition
  const state = workflow && locked.row[workflow.field]
  const input = cleanValues(module.definition, namedRow.values)
  const engineValues = {
    ...action.set,
    ...(workflow && action.to !== undefined && { [workflow.field]: action.to }),
  }
  const changedFields = [...Object.keys(input), ...Object.keys(engineValues)]
  // Checked before the state: `row.stale` returns the row as others have changed it, which `action.state` does not.
  await checkNotStale(context, module, locked, { version: namedRow.version, input, fields: changedFields })
  if (action.byOthers && isOwnRow(context, module, locked)) throw createHttpError('action.own')
  if (action.from && !action.from.includes(String(state))) throw createHttpError('action.state')
  if (!matchesAllConditions(module.definition, action.when ?? [], locked.row, findNoRelatedRow))
    throw createHttpError('action.state')
  const issues = [...namedRow.issues, ...findMissingFields(action, input, fields, context.locale)]
  await saveRow(context, module, {
    operation,
    id: namedRow.id,
    locked,
    input,
    engineValues,
    writable,
    issues,
  })
  return toRowResponse(context, module, namedRow.id)
}

/** Gets an action. @throws HttpError, the same for an unknown module or action as for one that the caller may not run */
function getAction(
  { registry, caller }: WriteContext,
  name: string,
  operation: string,
): { module: ServerModule; action: ActionDefinition } {
  const module = registry.find(name)
  const actions = module?.definition.actions ?? {}
  const action = Object.hasOwn(actions, operation) ? actions[operation] : undefined
  if (!module || !action || !canRunAction(caller, module, operation)) throw createNotFoundError(caller)
  return { module, action }
}

/** Finds the issues of fields that the action requires and the caller has left empty. */
function findMissingFields(
  { required = [] }: ActionDefinition,
  input: Values,
  fields: ServerModule['definition']['fields'],
  locale: Locale,
): FieldIssue[] {
  return required
    .filter((key) => input[key] === undefined || input[key] === null || input[key] === '')
    .map((path) => ({
      path,
      key: fields[path]?.messages?.required ?? 'field.empty',
      params: { label: fields[path]?.label[locale] ?? '' },
    }))
}

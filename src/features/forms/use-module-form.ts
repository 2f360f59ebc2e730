import { useId, useState } from 'react'
import type { FieldIssue } from '#contract/envelope.ts'
import {
  findField,
  getFieldName,
  type FindRelatedRow,
  type FormShape,
  type Values,
} from '#contract/form/form-shape.ts'
import { isRequired, isVisible } from '#contract/form/visibility.ts'
import { useUnsavedChanges } from '#lib/unsaved-work.ts'
import { useLocale } from '#lib/locale.ts'
import {
  resolveConflicts,
  initFormState,
  getFormValues,
  getShownRow,
  applyRow,
  setFieldValue,
  type FormRow,
  type FormState,
} from './form-state.ts'
import { getChangedFields, validateForm, toRequestBody, type ValidationInput } from './validate-form.ts'
import type { ModuleForm, Overtaken } from './module-form.ts'
import { isSelectedFile, type SelectedFile } from './selected-file.ts'
import { finishedValues } from './unfinished.ts'

export interface ModuleFormOptions {
  /** The fields of the form, in order. */
  fields: readonly string[]
  /** Initial values besides the fields' defaults. */
  values?: Values
  /** Values that conditions and rules need and the user does not type here. */
  context?: Values
  /**
   * The row on the server, when one is edited. What is unchanged is neither validated nor sent.
   * The form follows it until the user types.
   */
  original?: FormRow
  /** Finds related rows, as far as they are loaded. */
  related?: FindRelatedRow
}

const toVersion = (version: unknown): number | undefined =>
  typeof version === 'number' ? version : undefined

/**
 * Delay before a valid form renders its checked fields, in milliseconds: by then it has mostly been saved and closed.
 */
const revealDelayMs = 300
const findNothing: FindRelatedRow = () => undefined

/**
 * Returns a form over a module's definition, validated by the contract alone.
 * Issues show after {@link ModuleForm.check} and disappear as they are fixed. A server issue disappears when its field
 * changes.
 */
export function useModuleForm(shape: FormShape, options: ModuleFormOptions): ModuleForm {
  const { fields, original, context, related = findNothing } = options
  const id = useId()
  const locale = useLocale()
  const base = { shape, fields, original }
  const [storedState, setState] = useState(() => initFormState(base, options.values ?? {}))
  const state = applyRow(base, storedState)
  // Stores the row that the user sees beside their typed values.
  if (state !== storedState) setState(state)
  const row = getShownRow(base, state)
  const filled = getFormValues(base, state)
  const inputs = { ...filled, ...context }
  const values = finishedValues(inputs)
  const [checkedFields, setCheckedFields] = useState<ReadonlySet<string>>(new Set())
  const [serverIssues, setServerIssues] = useState<readonly FieldIssue[]>([])
  /** Another field has changed since: a server issue may concern two fields together, and may be fixed. */
  const [isChangedElsewhere, setChangedElsewhere] = useState(false)
  const [reportCount, setReportCount] = useState(0)
  const subject: ValidationInput = { shape, fields, original: row, related }
  const isDirty =
    getChangedFields({ ...subject, original: getFormValues(base, state, state.initial) }, filled).length > 0
  useUnsavedChanges(isDirty)
  const allIssues = validateForm(subject, inputs, locale)
  const issues = allIssues.filter(({ path }) => checkedFields.has(getFieldName(path)))
  for (const issue of serverIssues)
    if (!issues.some(({ path }) => getFieldName(path) === getFieldName(issue.path))) issues.push(issue)
  return {
    id,
    shape,
    values,
    inputs,
    typed: state.typed,
    overtaken: toOvertaken(row, state, (ownFields) =>
      setState((before) => resolveConflicts(before, ownFields)),
    ),
    version: toVersion(row?.version ?? state.typedOver?.version),
    issues,
    allIssues,
    reportCount,
    isDirty,
    field: (key) => {
      const field = findField(shape, key)
      if (!field) throw new TypeError(`the form has no field ${key}`)
      return field
    },
    set: (key, value) => {
      setState((before) => setFieldValue(before, base, key, value))
      if (!serverIssues.some(({ path }) => getFieldName(path) === key)) setChangedElsewhere(true)
      setServerIssues((before) => before.filter(({ path }) => path !== '' && getFieldName(path) !== key))
    },
    replace: (next) => setState(initFormState(base, { ...options.values, ...next })),
    isShown: (key) => isVisible(shape, key, values, related),
    isRequired: (key) => isRequired(shape, key, values, related),
    check: (names = fields) => {
      const markChecked = () => setCheckedFields((before) => new Set([...before, ...names]))
      const isNamed = ({ path }: FieldIssue) => path === '' || names.includes(getFieldName(path))
      // An issue of the whole form may be fixed by now, which cannot be checked here.
      const isValid =
        !state.conflicting &&
        !allIssues.some(isNamed) &&
        (isChangedElsewhere || !serverIssues.some((issue) => issue.path !== '' && isNamed(issue)))
      // Nothing visible changes, so what follows need not wait until a long form has rendered.
      if (isValid) setTimeout(markChecked, revealDelayMs)
      else {
        markChecked()
        setReportCount((count) => count + 1)
      }
      return isValid
    },
    showServerIssues: (list) => {
      setServerIssues(list)
      setChangedElsewhere(false)
      if (list.length > 0) setReportCount((count) => count + 1)
    },
    body: () => toRequestBody(subject, inputs),
    files: () => listSelectedFiles(fields, values),
  }
}

function toOvertaken(
  row: FormRow | undefined,
  { conflicting }: FormState,
  choose: Overtaken['choose'],
): Overtaken | undefined {
  return row && conflicting && { row, fields: conflicting, choose }
}

function listSelectedFiles(fields: readonly string[], values: Values): ({ field: string } & SelectedFile)[] {
  return fields.flatMap((field) => {
    const value = values[field]
    return isSelectedFile(value) ? [{ field, ...value }] : []
  })
}

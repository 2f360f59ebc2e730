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
import { useUnsavedChanges } from '#platform/unsaved-work.ts'
import { useLocale } from '#platform/locale.ts'
import {
  resolveConflicts,
  initFormState,
  getFormValues,
  getVisibleRow,
  applyRow,
  setFieldValue,
  type FormRow,
  type FormState,
} from './form-state.ts'
import { getChangedFields, validateForm, toRequestBody, type ValidationInput } from './validate-form.ts'
import type { ModuleForm, RowConflict } from './module-form.ts'
import { isSelectedFile, type SelectedFile } from './selected-file.ts'
import { finishedValues } from './unfinished.ts'

/** What a form consists of. Each form passes it to {@link useModuleForm} at every render. */
export interface ModuleFormOptions {
  /** Keys of the form's fields, in order. */
  fields: readonly string[]
  /** Initial values besides the fields' defaults. */
  values?: Values
  /** Values of other fields, by key, that conditions and rules need and the user does not type here. */
  context?: Values
  /**
   * The row on the server, when one is edited. What is unchanged is neither validated nor sent.
   * The form follows it until the user types.
   */
  original?: FormRow
  /** Finds related rows, as far as they are loaded. */
  related?: FindRelatedRow
}

/** Returns the version of a row; undefined for values without one. */
const toVersion = (version: unknown): number | undefined =>
  typeof version === 'number' ? version : undefined

/**
 * Delay before a valid form marks its fields as checked, in milliseconds. Most forms are closed by then, which saves a
 * render.
 */
const revealDelayMs = 300
/** For forms without relations in their conditions. */
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
  // Remembers the row on which the typed values are based.
  if (state !== storedState) setState(state)
  const row = getVisibleRow(base, state)
  const formValues = getFormValues(base, state)
  const inputs = { ...formValues, ...context }
  const values = finishedValues(inputs)
  /** Keys of the fields whose issues show. */
  const [checkedFields, setCheckedFields] = useState<ReadonlySet<string>>(new Set())
  const [serverIssues, setServerIssues] = useState<readonly FieldIssue[]>([])
  /** True when another field has changed since: a server issue may concern two fields together, and may be fixed. */
  const [isChangedElsewhere, setChangedElsewhere] = useState(false)
  const [reportCount, setReportCount] = useState(0)
  const validationInput: ValidationInput = { shape, fields, original: row, related }
  const isDirty =
    getChangedFields({ ...validationInput, original: getFormValues(base, state, state.initial) }, formValues)
      .length > 0
  useUnsavedChanges(isDirty)
  const allIssues = validateForm(validationInput, inputs, locale)
  const issues = allIssues.filter(({ path }) => checkedFields.has(getFieldName(path)))
  for (const issue of serverIssues)
    if (!issues.some(({ path }) => getFieldName(path) === getFieldName(issue.path))) issues.push(issue)
  return {
    id,
    shape,
    values,
    inputs,
    typedValues: state.typedValues,
    conflict: toRowConflict(row, state, (ownFields) =>
      setState((previous) => resolveConflicts(previous, ownFields)),
    ),
    version: toVersion(row?.version ?? state.editBase?.version),
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
      setState((previous) => setFieldValue(previous, base, key, value))
      if (!serverIssues.some(({ path }) => getFieldName(path) === key)) setChangedElsewhere(true)
      setServerIssues((list) => list.filter(({ path }) => path !== '' && getFieldName(path) !== key))
    },
    replace: (next) => setState(initFormState(base, { ...options.values, ...next })),
    isVisible: (key) => isVisible(shape, key, values, related),
    isRequired: (key) => isRequired(shape, key, values, related),
    check: (fieldNames = fields) => {
      const markChecked = () => setCheckedFields((previous) => new Set([...previous, ...fieldNames]))
      const isNamed = ({ path }: FieldIssue) => path === '' || fieldNames.includes(getFieldName(path))
      // An issue of the whole form may be fixed by now, which cannot be checked here.
      const isValid =
        !state.conflicting &&
        !allIssues.some(isNamed) &&
        (isChangedElsewhere || !serverIssues.some((issue) => issue.path !== '' && isNamed(issue)))
      // Nothing visible changes, so the submission does not wait until a long form has rendered.
      if (isValid) setTimeout(markChecked, revealDelayMs)
      else {
        markChecked()
        setReportCount((count) => count + 1)
      }
      return isValid
    },
    showServerIssues: (newIssues) => {
      setServerIssues(newIssues)
      setChangedElsewhere(false)
      if (newIssues.length > 0) setReportCount((count) => count + 1)
    },
    body: () => toRequestBody(validationInput, inputs),
    files: () => listSelectedFiles(fields, values),
  }
}

function toRowConflict(
  row: FormRow | undefined,
  { conflicting }: FormState,
  choose: RowConflict['choose'],
): RowConflict | undefined {
  return row && conflicting && { row, fields: conflicting, choose }
}

function listSelectedFiles(fields: readonly string[], values: Values): ({ field: string } & SelectedFile)[] {
  return fields.flatMap((field) => {
    const value = values[field]
    return isSelectedFile(value) ? [{ field, ...value }] : []
  })
}

import { useId, useState } from 'react'
import type { FieldIssue } from '#contract/envelope.ts'
import {
  findField,
  findFieldByPath,
  type FindRelatedRow,
  type FormShape,
  type Values,
} from '#contract/form/form-shape.ts'
import { isRequired, isVisible } from '#contract/form/visibility.ts'
import { useUnsavedChanges } from '#lib/unsaved-work.ts'
import { useLocale } from '#lib/locale.ts'
import {
  chooseTyped,
  initFormState,
  getFormValues,
  getSeenRow,
  takeRow,
  setFieldValue,
  type FormRow,
  type FormState,
} from './form-state.ts'
import { getChangedFields, validateForm, toRequestBody, type ValidationInput } from './validate-form.ts'
import type { ModuleForm, Overtaken } from './module-form.ts'
import { isSelectedFile, type SelectedFile } from './selected-file.ts'
import { finishedValues } from './unfinished.ts'

export interface ModuleFormOptions {
  /** The fields that it asks for, in its order. */
  fields: readonly string[]
  /** What stands in it at first, beside the fields' own defaults. */
  values?: Values
  /** Values that conditions and rules ask for and nobody types here. */
  context?: Values
  /**
   * The row as the server has it, when one is edited: what was not changed is neither judged nor sent. It is followed until
   * something was typed over it.
   */
  original?: FormRow
  /** Rows that relations name, as far as they are known. */
  related?: FindRelatedRow
}

const versionOf = (version: unknown): number | undefined =>
  typeof version === 'number' ? version : undefined

/** How long after it was right a form is drawn anew for that, in milliseconds: most have been kept and are gone by then. */
const tellAfterMs = 300
const nothingRelated: FindRelatedRow = () => undefined

/**
 * A form over a module's definition, judged by the contract alone. What is wrong is told when {@link ModuleForm.check}
 * asks, and goes as it is mended; a refusal of the server goes when its field is changed.
 */
export function useModuleForm(shape: FormShape, options: ModuleFormOptions): ModuleForm {
  const { fields, original, context, related = nothingRelated } = options
  const id = useId()
  const locale = useLocale()
  const ground = { shape, fields, original }
  const [held, setState] = useState(() => initFormState(ground, options.values ?? {}))
  const state = takeRow(ground, held)
  // The row stays the one that the person is shown beside what they typed.
  if (state !== held) setState(state)
  const row = getSeenRow(ground, state)
  const filled = getFormValues(ground, state)
  const inputs = { ...filled, ...context }
  const values = finishedValues(inputs)
  const [told, setTold] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<readonly FieldIssue[]>([])
  /** Something else was changed since: a refusal may be of two fields together, and right by now. */
  const [isMendedElsewhere, setMendedElsewhere] = useState(false)
  const [toldAt, setToldAt] = useState(0)
  const subject: ValidationInput = { shape, fields, original: row, related }
  const isDirty =
    getChangedFields({ ...subject, original: getFormValues(ground, state, state.given) }, filled).length > 0
  useUnsavedChanges(isDirty)
  const found = validateForm(subject, inputs, locale)
  const problems = found.filter(({ path }) => told.has(findFieldByPath(path)))
  for (const problem of refused)
    if (!problems.some(({ path }) => findFieldByPath(path) === findFieldByPath(problem.path)))
      problems.push(problem)
  return {
    id,
    shape,
    values,
    inputs,
    typed: state.typed,
    overtaken: toOvertaken(row, state, (mine) => setState((before) => chooseTyped(before, mine))),
    version: versionOf(row?.version ?? state.seen?.version),
    problems,
    faults: found,
    toldAt,
    isDirty,
    field: (key) => {
      const field = findField(shape, key)
      if (!field) throw new TypeError(`the form has no field ${key}`)
      return field
    },
    set: (key, value) => {
      setState((before) => setFieldValue(before, ground, key, value))
      if (!refused.some(({ path }) => findFieldByPath(path) === key)) setMendedElsewhere(true)
      setRefused((before) => before.filter(({ path }) => path !== '' && findFieldByPath(path) !== key))
    },
    replace: (next) => setState(initFormState(ground, { ...options.values, ...next })),
    isShown: (key) => isVisible(shape, key, values, related),
    isRequired: (key) => isRequired(shape, key, values, related),
    check: (asked = fields) => {
      const tell = () => setTold((before) => new Set([...before, ...asked]))
      const isAsked = ({ path }: FieldIssue) => path === '' || asked.includes(findFieldByPath(path))
      // What is refused as a whole may be right by now: nothing here could show it.
      const isRight =
        !state.unseen &&
        !found.some(isAsked) &&
        (isMendedElsewhere || !refused.some((problem) => problem.path !== '' && isAsked(problem)))
      // There is nothing to be seen of it yet: what follows must not wait until a long form is drawn anew.
      if (isRight) setTimeout(tell, tellAfterMs)
      else {
        tell()
        setToldAt((count) => count + 1)
      }
      return isRight
    },
    refuse: (list) => {
      setRefused(list)
      setMendedElsewhere(false)
      if (list.length > 0) setToldAt((count) => count + 1)
    },
    body: () => toRequestBody(subject, inputs),
    files: () => listPicked(fields, values),
  }
}

function toOvertaken(
  row: FormRow | undefined,
  { unseen }: FormState,
  choose: Overtaken['choose'],
): Overtaken | undefined {
  return row && unseen && { row, fields: unseen, choose }
}

function listPicked(fields: readonly string[], values: Values): ({ field: string } & SelectedFile)[] {
  return fields.flatMap((field) => {
    const value = values[field]
    return isSelectedFile(value) ? [{ field, ...value }] : []
  })
}

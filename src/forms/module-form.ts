import type { FieldIssue } from '#contract/envelope.ts'
import type { FormField, FormShape, Values } from '#contract/form/form-shape.ts'
import type { SelectedFile } from './selected-file.ts'

/** Values that were typed before their row arrived, and the row. */
export interface RowConflict {
  row: Values
  /** Keys of the fields whose values differ. */
  fields: readonly string[]
  /** @param ownFields keys of the fields that keep the typed value; the others take the row's */
  choose: (ownFields: readonly string[]) => void
}

/** The state of a form over a module's definition, and its operations. */
export interface ModuleForm {
  /** Prefix of its element ids. */
  id: string
  shape: FormShape
  /** Values of the fields. */
  values: Values
  /** Values of the controls, including unfinished input (unfinished.ts), which is not in `values`. */
  inputs: Values
  /** What was typed, without the row below it: the content of a draft. The same object until something is typed. */
  typedValues: Values
  /** Set when a row arrived under typed values that differ from it. The form is not sent until the user has chosen. */
  conflict: RowConflict | undefined
  /** Version of the row that the user saw, which an update refers to. Undefined for a new one. */
  version: number | undefined
  /** The issues shown to the user, in the order of the fields. */
  issues: readonly FieldIssue[]
  /** @throws TypeError when the module has no such field */
  field: (key: string) => FormField
  /** Sets the typed value of a field. */
  set: (key: string, value: unknown) => void
  /** Replaces everything that was typed, for instance by a draft. */
  replace: (values: Values) => void
  isVisible: (key: string) => boolean
  isRequired: (key: string) => boolean
  /** True when the values differ from those that the form opened with or that its draft had. */
  isDirty: boolean
  /** Shows the issues of these fields, by default of all, and focuses them. @returns true when there are none */
  check: (fields?: readonly string[]) => boolean
  /** All issues, shown or not. */
  allIssues: readonly FieldIssue[]
  /** Shows issues from the server at their fields, and keeps what was typed. */
  showServerIssues: (issues: readonly FieldIssue[]) => void
  /** Returns the request body, without files. */
  body: () => Record<string, unknown>
  /** Returns the files that were chosen here. */
  files: () => ({ field: string } & SelectedFile)[]
  /** Increases each time issues are shown: then the focus moves to them. */
  reportCount: number
}

/** Returns the id of a field's control, or of its first one. Ids of its label, help and error begin with it. */
export function getControlId(form: Pick<ModuleForm, 'id'>, key: string): string {
  return `${form.id}-${key}`
}

/** Returns the id of the choice between typed values and the row. */
export function getConflictId(form: Pick<ModuleForm, 'id'>): string {
  return `${form.id}-versions`
}

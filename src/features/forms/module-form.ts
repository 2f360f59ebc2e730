import type { FieldIssue } from '#contract/envelope.ts'
import type { FormField, FormShape, Values } from '#contract/form/form-shape.ts'
import type { SelectedFile } from './selected-file.ts'

/** What was typed before its row was here, and the row. */
export interface Overtaken {
  row: Values
  /** The fields that say something else here than there. */
  fields: readonly string[]
  /** @param mine the fields whose typed value stays */
  choose: (mine: readonly string[]) => void
}

/** A form over a module's definition: what was typed, what is wrong with it, and what may be done. */
export interface ModuleForm {
  /** Begins the ids of its elements. */
  id: string
  shape: FormShape
  /** What its fields hold. */
  values: Values
  /** What its controls hold: with what is not finished yet (unfinished.ts), which is none of the values. */
  inputs: Values
  /** What was typed, without the row below it: what a draft keeps. The same object until something is typed. */
  typed: Values
  /**
   * A row that arrived under what was typed, while some of it says something else than the row. The form is not sent until
   * it is chosen between the two.
   */
  overtaken: Overtaken | undefined
  /** Of the row that the person saw: what is sent changes that one. Undefined for a new one. */
  version: number | undefined
  /** What the person has been told, in the order of the fields. */
  problems: readonly FieldIssue[]
  field: (key: string) => FormField
  set: (key: string, value: unknown) => void
  /** Puts other values in the place of all that was typed: a draft, or what the server has. */
  replace: (values: Values) => void
  isShown: (key: string) => boolean
  isRequired: (key: string) => boolean
  isDirty: boolean
  /**
   * Tells what is wrong with these fields, all of them when none are named, and takes the focus there.
   * @returns true when nothing is
   */
  check: (fields?: readonly string[]) => boolean
  /** What is wrong with all of it, told or not yet. */
  faults: readonly FieldIssue[]
  /** Tells what the server refused, each at its field, with the typed text as it was. */
  refuse: (problems: readonly FieldIssue[]) => void
  /** What is to be sent, without files. */
  body: () => Record<string, unknown>
  /** The files that were chosen here. */
  files: () => ({ field: string } & SelectedFile)[]
  /** Changes with every time that problems are told: then the focus goes to them. */
  toldAt: number
}

/** Id of a field's control, or of its first one; its label, help and problem have ids that begin with it. */
export function controlId(form: Pick<ModuleForm, 'id'>, key: string): string {
  return `${form.id}-${key}`
}

/** Id of the choice between what was typed and a row that arrived under it. */
export function choiceId(form: Pick<ModuleForm, 'id'>): string {
  return `${form.id}-versions`
}

import type { FieldIssue } from '#contract/envelope.ts'
import type { FieldDefinition } from '#contract/field-definition.ts'
import type { Operator } from '#contract/filters.ts'
import type { FormField } from '#contract/form/form-shape.ts'
import type { Locale, Localized } from '#contract/locale.ts'
import type { FileValue } from '#contract/row.ts'
import type { Cell, OutCell } from '#server/spreadsheets/cell.ts'
import type { Comparison, SqlFragment } from './filter-operators.ts'

/** How a column holds its values; `json` is JSON in a text column. */
export type ColumnKind = 'text' | 'integer' | 'real' | 'boolean' | 'json'

/** A value as a column holds it. */
export type ColumnValue = string | number | boolean | null

/** Stored files by number, for the fields that hold files. */
export type FilesByNo = ReadonlyMap<string, FileValue>

/** A JSON Schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Rows of other modules by their labels, as far as the caller may see and name them. */
export interface RelatedLabels {
  /**
   * Finds the row that a cell's text means: an id, a label in either language, or `label [id]`.
   * @returns undefined when no row, several rows or only rows that the caller may not name match
   */
  find(module: string, text: string): string | undefined
  /** Formats a row for a cell: its label, with ` [id]` when other rows share it; its id when the row is unknown. */
  formatLabel(module: string, id: string): string
}

/** What reading and writing cells depends on beside the field. */
export interface CellContext {
  /** Language of labels that are written; both languages are read. */
  locale: Locale
  /** The forum's time zone, for times in cells that name none. */
  zone: string
  /** The rows that relations may name. */
  related: RelatedLabels
}

/** The wire value of a cell, or the reason why it has none. */
export type CellReading = { value: unknown } | { issue: Pick<FieldIssue, 'key' | 'params'> }

/** Reads a cell as a value of the field, or of one item of a field with several values. */
export type ReadCell = (field: FormField, cell: Cell, context: CellContext) => CellReading

/** What the server does with the values of a field type. Adding a type takes one such object and its line in `index.ts`. */
export interface ServerFieldType {
  /** How the field's columns hold the value. */
  column: ColumnKind
  /** Converts a wire value, of a localized field that of one language, to what its column holds. Absent values are never passed. */
  encode: (value: unknown) => ColumnValue
  /** Converts what a column holds to the wire value. Nulls are never passed. */
  decode: (stored: unknown, files: FilesByNo) => unknown
  /** Reads a cell that is neither blank, a formula, an error nor a mask. */
  readCell: ReadCell
  /** Writes a value that is neither absent nor masked, so that `readCell` returns the same value. */
  writeCell: (field: FormField, value: unknown, context: CellContext) => OutCell
  /** Width of its column in a workbook, in characters. */
  cellWidth: number
  /** Explains in an import template what a cell takes. */
  cellHint: Localized
  /** Operators that filters may use. */
  operators: readonly Operator[]
  /** Builds the SQL condition of a filter, except for the operator `empty`. */
  compare: Comparison
  /** Builds the expression that sorts values as people read them; the column's own order when undefined or absent. */
  orderBy?: (field: FieldDefinition, stored: SqlFragment, locale: Locale) => SqlFragment | undefined
  /** Gives fields of the type an index: `choice` fields narrow lists, lists are sorted by `time` fields. */
  index?: 'choice' | 'time'
  /** JSON Schema of a present value. */
  jsonSchema: (field: FieldDefinition) => JsonSchema
  /** True for a value of the type's JSON type, valid or not; other values cannot be encoded or compared. */
  hasShape: (value: unknown) => boolean
  /** Extracts the text that people read from a structured value. */
  toPlainText?: (value: unknown) => string
  /** Values are encrypted in the column, with a blind index beside it. */
  isSealed?: true
  /** Values name stored files. */
  isFile?: true
  /** Values can show stored files as pictures in a text. */
  hasPictures?: true
}

/** Encodes a scalar. PostgreSQL stores neither NUL nor lone surrogates in a text, and no text needs them. */
export function toColumnValue(value: unknown): ColumnValue {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : (value as ColumnValue)
}

/**
 * Creates the issue of a cell, with the label of its field among the parameters of the text.
 * @returns a reading that the compiler knows to have no value
 */
export function cellIssue(
  field: FormField,
  { locale }: CellContext,
  key: string,
  params: Readonly<Record<string, string | number>> = {},
): CellReading & { issue: object } {
  return { issue: { key, params: { label: field.label[locale], ...params } } }
}

/** Normalizes full-width characters and compatibility forms (NFKC) and trims blanks. */
export function normalizeWidth(text: string): string {
  return text.normalize('NFKC').trim()
}

/** Characters of a cell that an issue quotes. */
const maxQuotedCharacters = 60

/** Cuts a text that an issue quotes. */
export function truncate(text: string): string {
  if (text.length <= maxQuotedCharacters) return text
  // A lone surrogate must not remain at the end.
  return `${text.slice(0, maxQuotedCharacters).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** Why a file is rejected; each reason has a text `sheet.<reason>` in `locales/<lng>/errors.json`. */
export type SheetErrorReason =
  | 'empty'
  | 'unreadable'
  | 'encrypted'
  | 'old_format'
  | 'too_large'
  | 'too_many_columns'
  | 'too_many_rows'
  | 'too_long_cell'
  | 'unclosed_quote'
  | 'undecodable'
  | 'no_such_sheet'
  | 'took_too_long'

/** A file that cannot be read as a sheet. */
export class InvalidSheetError extends Error {
  override readonly name = 'InvalidSheetError'
  readonly reason: SheetErrorReason
  /** Values for the placeholders of its text: `line`, `max`, `encoding`, `sheet`. */
  readonly params: Readonly<Record<string, string | number>>

  constructor(
    reason: SheetErrorReason,
    params: Readonly<Record<string, string | number>> = {},
    cause?: unknown,
  ) {
    super(reason, { cause })
    this.reason = reason
    this.params = params
  }
}

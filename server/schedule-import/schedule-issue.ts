/** Position in the file: a line (and column) of text, or a path into JSON. Empty for the file as a whole. */
export interface SourcePosition {
  line?: number
  column?: number
  path?: string
}

/** A message of the report: a key of `locales/<lng>/import.json` and its parameters. */
export interface ImportMessage {
  key: string
  params?: Readonly<Record<string, string | number>>
}

/** An entry or file that cannot be imported. It is reported in one line. */
export interface ScheduleIssue {
  position: SourcePosition
  /** Label of the entry: its id and title. */
  entry?: string
  /** Identity of the entry, when it has one. A bad entry is still in the file and must not be cancelled. */
  key?: string
  messages: ImportMessage[]
}

/** A notice about data that is imported, but perhaps not as expected. */
export interface ScheduleNotice extends ImportMessage {
  position?: SourcePosition
  entry?: string
}

/** Thrown when a whole file cannot be read: damaged, hostile, or of an unknown format. */
export class InvalidScheduleError extends Error {
  readonly issue: ScheduleIssue

  constructor(key: string, params: ImportMessage['params'] = {}, position: SourcePosition = {}) {
    super(`${key} ${JSON.stringify(params)}`)
    this.name = 'InvalidScheduleError'
    this.issue = { position, messages: [{ key, params }] }
  }
}

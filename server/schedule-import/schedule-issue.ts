/** Position in the file: a line (and column) of text, or a path into JSON. Empty for the file as a whole. */
export interface SourcePosition {
  line?: number
  column?: number
  path?: string
}

/** A message: a key of `locales/<lng>/import.json` and its parameters. */
export interface IssueMessage {
  key: string
  params?: Readonly<Record<string, string | number>>
}

/** An entry or file that cannot be imported. It is reported in one line. */
export interface ScheduleIssue {
  place: SourcePosition
  /** Label of the entry: its id and title. */
  entry?: string
  /** Identity of the entry, when it has one. A bad entry is still in the file and must not be cancelled. */
  key?: string
  problems: IssueMessage[]
}

/** A notice about imported data. */
export interface ScheduleNotice extends IssueMessage {
  place?: SourcePosition
  entry?: string
}

/** Thrown when a whole file cannot be read: damaged, hostile, or of an unknown format. */
export class InvalidScheduleError extends Error {
  readonly fault: ScheduleIssue

  constructor(key: string, params: IssueMessage['params'] = {}, place: SourcePosition = {}) {
    super(`${key} ${JSON.stringify(params)}`)
    this.name = 'InvalidScheduleError'
    this.fault = { place, problems: [{ key, params }] }
  }
}

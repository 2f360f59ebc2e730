/** Where in the file something stands: a line (and column) of text, or a path into JSON. Empty: the file as a whole. */
export interface SourcePosition {
  line?: number
  column?: number
  path?: string
}

/** One thing said of a place: a key of `locales/<lng>/import.json` and its parameters. */
export interface IssueMessage {
  key: string
  params?: Readonly<Record<string, string | number>>
}

/** An entry, or a whole file, that cannot be taken. One fault is one line to the person. */
export interface ScheduleIssue {
  place: SourcePosition
  /** The entry as a person finds it again: its id and title. */
  entry?: string
  /** The entry's identity, where it has one: an entry that is in the file, if badly, has not disappeared from it. */
  key?: string
  problems: IssueMessage[]
}

/** Something taken as it is, that a person may want to know. */
export interface ScheduleNotice extends IssueMessage {
  place?: SourcePosition
  entry?: string
}

/** Thrown when a file as a whole cannot be read: broken, hostile, of no known format. */
export class InvalidScheduleError extends Error {
  readonly fault: ScheduleIssue

  constructor(key: string, params: IssueMessage['params'] = {}, place: SourcePosition = {}) {
    super(`${key} ${JSON.stringify(params)}`)
    this.name = 'InvalidScheduleError'
    this.fault = { place, problems: [{ key, params }] }
  }
}

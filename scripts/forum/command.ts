/** One of the operator's commands: one file, and one line in commands.ts. */
export interface Command {
  /** How it is called. */
  usage: string
  /**
   * Runs it; prints its progress and one line at the end.
   * @throws UsageError when the arguments are wrong, CommandFailed when it could not do its work
   */
  run(args: string[]): Promise<void>
}

/** Wrong arguments: the line says which, the usage how to do it. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly usage: string

  constructor(message: string, usage: string) {
    super(message)
    this.usage = usage
  }
}

/** A command that could not do its work; its message is the line that the operator reads. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}

/** An operator's command: one file, and one line in run-command.ts. */
export interface Command {
  /** Usage line. */
  usage: string
  /**
   * Runs the command, and prints its progress and a final line.
   * @throws UsageError when the arguments are wrong, CommandFailed when the command cannot do its work
   */
  run(args: string[]): Promise<void>
}

/** Thrown for wrong arguments. The message names them; the usage shows the correct form. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly usage: string

  constructor(message: string, usage: string) {
    super(message)
    this.usage = usage
  }
}

/** Thrown when a command cannot do its work. The operator reads the message. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}

/** `npm run forum -- <command>`: the operator's commands. Each exits with 0, or with 1 and one line of explanation. */
import { runForumCommand } from './forum/run-command.ts'

process.exitCode = await runForumCommand(process.argv.slice(2))

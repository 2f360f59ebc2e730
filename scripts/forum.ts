/** `npm run forum -- <command>`: the operator's commands. Each ends 0, or 1 with one clear line. */
import { runForumCommand } from './forum/run-command.ts'

process.exitCode = await runForumCommand(process.argv.slice(2))

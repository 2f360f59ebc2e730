import { parseArgs } from 'node:util'
import type { Command } from './command.ts'
import { withForum } from './open-forum.ts'

/** `migrate`: migrates the tables to this version. */
export const migrateTables: Command = {
  usage: 'npm run forum -- migrate',
  run: async (args) => {
    parseArgs({ args })
    await withForum(async () => console.log('The tables are those of this version.'))
  },
}

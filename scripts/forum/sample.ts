import { parseArgs } from 'node:util'
import { fillSampleForum } from '#server/sample/fill-sample.ts'
import { CommandFailed, type Command } from './command.ts'
import { withForum } from './open-forum.ts'

/** `sample`: loads the sample forum into an empty database. */
export const sample: Command = {
  usage: 'npm run forum -- sample',
  run: async (args) => {
    parseArgs({ args })
    const counts = await withForum(fillSampleForum)
    if (!counts) throw new CommandFailed('The database is not empty; it was left as it is.')
    console.log(`The sample forum is in: ${listCounts(counts)}.`)
  },
}

/** Formats counts: `81 sessions, 11 tracks`. */
export function listCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([module, rows]) => `${rows} ${module}`)
    .join(', ')
}

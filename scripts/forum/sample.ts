import { parseArgs } from 'node:util'
import { fillSampleForum } from '#server/sample/fill-sample.ts'
import { loadSample } from '#server/sample/load-sample.ts'
import { CommandFailed, UsageError, type Command } from './command.ts'
import { withForum } from './open-forum.ts'

/** `sample`: loads the sample forum into an empty database. */
export const sample: Command = {
  usage: 'npm run forum -- sample',
  run: async (args) => {
    parseArgs({ args })
    const counts = await withForum(fillSampleForum)
    if (!counts) throw new CommandFailed('The database is not empty; it was left as it is.')
    console.log(`The sample forum is in: ${formatCounts(counts)}.`)
  },
}

/** Formats counts: `81 sessions, 11 tracks`. */
export function formatCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([module, rows]) => `${rows} ${module}`)
    .join(', ')
}

const usage = 'npm run forum -- load-sample --registrations N --articles N'

/** `load-sample`: writes many invented rows, to measure how the forum performs with them. */
export const loadSampleData: Command = {
  usage,
  run: async (args) => {
    const { values } = parseArgs({
      args,
      options: { registrations: { type: 'string' }, articles: { type: 'string' } },
    })
    const registrations = parseCount('registrations', values.registrations)
    const articles = parseCount('articles', values.articles)
    if (registrations + articles === 0) throw new UsageError('Say how many rows are wanted.', usage)
    const counts = await withForum((forum) =>
      loadSample({
        ...forum,
        registrations,
        articles,
        progress: (module, writtenCount, total) => console.log(`${module}: ${writtenCount} of ${total}`),
      }),
    )
    console.log(`New rows: ${formatCounts(counts)}.`)
  },
}

function parseCount(name: string, text = '0'): number {
  if (!/^\d{1,7}$/.test(text)) throw new UsageError(`--${name} ${text} is not a number of rows.`, usage)
  return Number(text)
}

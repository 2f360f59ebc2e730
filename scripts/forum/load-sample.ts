import { parseArgs } from 'node:util'
import { loadSample } from '#server/sample/load-sample.ts'
import { UsageError, type Command } from './command.ts'
import { withForum } from './open-forum.ts'
import { listCounts } from './sample.ts'

const usage = 'npm run forum -- load-sample --registrations N --articles N'

/** `load-sample`: writes volume data for measuring. */
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
    console.log(`New rows: ${listCounts(counts)}.`)
  },
}

function parseCount(name: string, text = '0'): number {
  if (!/^\d{1,7}$/.test(text)) throw new UsageError(`--${name} ${text} is not a number of rows.`, usage)
  return Number(text)
}

import { startForum } from '../tests/support/forum-process.ts'
import { median, type Bench } from './bench.ts'
import { residentMegabytes } from './process-usage.ts'

const runs = 5
const settleMs = 3000

/** Measures from the start of the process to the first ready response on existing data, and the idle memory. */
export const starting: Bench = {
  name: 'starting',
  run: async () => {
    // Fills the database and compiles the sources, as an operator's first start does.
    const firstForum = await startForum({ isStartedByNpm: true })
    const { dataDir } = firstForum
    const readyMs: number[] = []
    const megabytes: number[] = []
    await firstForum.stop({ keepData: true })
    for (let run = 0; run < runs; run += 1) {
      const startedMs = performance.now()
      const forum = await startForum({ dataDir, isStartedByNpm: true })
      readyMs.push(performance.now() - startedMs)
      await new Promise((resolve) => setTimeout(resolve, settleMs))
      megabytes.push(await residentMegabytes(forum.process.pid ?? 0))
      await forum.stop({ keepData: run < runs - 1 })
    }
    const conditions = `npm start without npm itself, built, started once before, sample forum in SQLite, median of ${runs}`
    return [
      { name: 'ready', value: median(readyMs), unit: 'ms', goal: { most: 1500 }, conditions },
      { name: 'memory when idle', value: median(megabytes), unit: 'MB', goal: { most: 130 }, conditions },
    ]
  },
}

import { rm } from 'node:fs/promises'
import { sampleDirVariable, startForum } from './forum-process.ts'

/** Creates one sample forum for a whole run of browser tests: each server starts with a copy of it. */
export default async function setup(): Promise<() => Promise<void>> {
  const forum = await startForum()
  await forum.stop({ keepData: true })
  process.env[sampleDirVariable] = forum.dataDir
  return () => rm(forum.dataDir, { recursive: true, force: true })
}

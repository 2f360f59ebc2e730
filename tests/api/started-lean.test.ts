import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startForum } from '../support/forum-process.ts'

const noting = new URL('../support/note-loaded.ts', import.meta.url).href

/** What a few calls need, each some megabytes: whoever idles, or serves lists all day, need not hold them. */
const forFewCalls = [
  '@tus/server',
  'file-type',
  'fxa-common-password-list',
  'libphonenumber-js',
  'nodemailer',
  'pg',
  'pinyin-pro',
  'qrcode',
  'saxes',
  'sharp',
  'unpdf',
  'yauzl',
]

test('a server that was started holds nothing that only few calls need', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forum-loaded-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  const first = await startForum({ dataDir })
  await first.stop({ keepData: true })
  const loadedFile = join(folder, 'loaded')
  const forum = await startForum({
    dataDir,
    env: { NODE_OPTIONS: `--import=${noting}`, LOADED_FILE: loadedFile },
  })
  await forum.stop()
  const loaded = await readFile(loadedFile, 'utf8')
  expect(loaded).toContain('/node_modules/fastify/')
  expect(forFewCalls.filter((name) => loaded.includes(`/node_modules/${name}/`))).toEqual([])
})

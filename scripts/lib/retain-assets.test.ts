import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { retainEarlierAssets } from './retain-assets.ts'

const dayMs = 24 * 3600 * 1000
let dist: string

beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'keep-assets-'))
})
afterEach(() => rm(dist, { recursive: true }))

/** A build like Vite's: empties the folder and writes its own files. */
const createBuild =
  (name: string, text = name) =>
  async () => {
    await rm(dist, { recursive: true })
    await mkdir(join(dist, 'assets'), { recursive: true })
    await writeFile(join(dist, 'assets', name), text)
  }

const failing = async () => {
  await createBuild('broken.js')()
  throw new Error('does not compile')
}

const built = async (name: string, day: number, text?: string) =>
  retainEarlierAssets(createBuild(name, text), { dist, nowMs: day * dayMs })
const assets = async () => (await readdir(join(dist, 'assets'))).toSorted()

test('the files of the last three builds stay, however old they are [301]', async () => {
  for (const [index, name] of ['a.js', 'b.js', 'c.js', 'd.js'].entries()) await built(name, index * 30)
  expect(await assets()).toEqual(['b.js', 'c.js', 'd.js'])
})

test('every build stays for 14 days', async () => {
  for (const [index, name] of ['a.js', 'b.js', 'c.js', 'd.js', 'e.js'].entries()) await built(name, index)
  expect(await assets()).toEqual(['a.js', 'b.js', 'c.js', 'd.js', 'e.js'])
  await built('f.js', 16)
  expect(await assets()).toEqual(['d.js', 'e.js', 'f.js'])
})

test('compressed forms stay with their file', async () => {
  await built('a.js', 0)
  await writeFile(join(dist, 'assets', 'a.js.br'), 'small')
  await built('b.js', 1)
  expect(await assets()).toEqual(['a.js', 'a.js.br', 'b.js'])
})

test('a file of the new build is never replaced by an earlier one of the same name', async () => {
  await built('a.js', 0, 'old')
  await built('a.js', 1, 'new')
  expect(await readFile(join(dist, 'assets', 'a.js'), 'utf8')).toBe('new')
})

test('a failed build leaves the earlier files', async () => {
  await built('a.js', 0)
  await expect(retainEarlierAssets(failing, { dist, nowMs: dayMs })).rejects.toThrow('does not compile')
  expect(await assets()).toContain('a.js')
})

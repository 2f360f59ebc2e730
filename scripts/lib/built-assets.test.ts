import { mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it, test } from 'vitest'
import { compressAssets, retainEarlierAssets } from './built-assets.ts'

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

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compress-'))
  await mkdir(join(folder, 'assets'))
})
afterEach(() => rm(folder, { recursive: true }))

const text = '能源 energy '.repeat(500)

it('writes both encodings of large texts, and of nothing else', async () => {
  await writeFile(join(folder, 'assets/a.js'), text)
  await writeFile(join(folder, 'small.css'), 'a{}')
  await writeFile(join(folder, 'picture.png'), text)
  await compressAssets(folder)
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(
    ['assets', 'assets/a.js', 'assets/a.js.br', 'assets/a.js.gz', 'picture.png', 'small.css'].toSorted(),
  )
  expect(String(brotliDecompressSync(await readFile(join(folder, 'assets/a.js.br'))))).toBe(text)
  expect(String(gunzipSync(await readFile(join(folder, 'assets/a.js.gz'))))).toBe(text)
})

it('makes them again for a file that changed, and leaves the others alone', async () => {
  const [unchanged, changed] = [join(folder, 'assets/kept.js'), join(folder, 'index.html')]
  await writeFile(unchanged, text)
  await writeFile(changed, text)
  await compressAssets(folder)
  const past = new Date(Date.now() - 60_000)
  for (const name of [unchanged, `${unchanged}.br`, `${unchanged}.gz`, `${changed}.br`, `${changed}.gz`])
    await utimes(name, past, past)
  await writeFile(changed, `${text} new`)
  await compressAssets(folder)
  expect(String(brotliDecompressSync(await readFile(`${changed}.br`)))).toBe(`${text} new`)
  expect((await stat(`${unchanged}.br`)).mtimeMs).toBe(past.getTime())
})

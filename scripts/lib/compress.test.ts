import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { compressAssets } from './compress.ts'

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

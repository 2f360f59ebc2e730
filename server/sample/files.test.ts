import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { attachments, newsCovers, portraitFile } from './fill-sample.ts'
import { documents, news } from './rows.ts'

const folder = new URL('./files/', import.meta.url)

/** What files begin with and, whole, end with: a PDF with its end mark, a ZIP file with the record of its directory. */
const marks: Readonly<Record<string, { start: string; end: string }>> = {
  pdf: { start: '%PDF-', end: '%%EOF' },
  pptx: { start: 'PK\u0003\u0004', end: 'PK\u0005\u0006' },
}

describe('the files of the sample’s documents', () => {
  it.each(documents)('$fileName is what its name says, is whole and is small', async ({ fileName }) => {
    const bytes = await readFile(new URL(fileName, folder))
    const { start, end } = marks[endingOf(fileName)] ?? { start: 'no such kind', end: '' }
    expect(bytes.subarray(0, start.length).toString('latin1')).toBe(start)
    expect(bytes.subarray(-22).toString('latin1')).toContain(end)
    expect(bytes.length).toBeLessThanOrEqual(80_000)
  })

  it('are all that is there, and small together', async () => {
    const names = await readdir(folder)
    const sizes = await Promise.all(names.map(async (name) => (await readFile(new URL(name, folder))).length))
    const named = new Set([...documents, ...attachments].map(({ fileName }) => fileName))
    expect(names.toSorted()).toEqual([...named, portraitFile].toSorted())
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1_000_000)
  })

  it('are pictures of published news, each small', async () => {
    const published = news.filter(({ status }) => status === 'published').map(({ no }) => no)
    expect(Object.keys(newsCovers).filter((no) => !published.includes(no))).toEqual([])
    for (const name of Object.values(newsCovers)) {
      const bytes = await readFile(new URL(`news-${name}.webp`, folder))
      expect({ name, kind: bytes.subarray(8, 12).toString('latin1') }).toEqual({ name, kind: 'WEBP' })
      expect(bytes.length).toBeLessThanOrEqual(30_000)
    }
  })

  it.each(documents)('$fileName is saved under a Chinese name', ({ fileName, downloadName }) => {
    expect(downloadName).toMatch(/\p{Script=Han}/u)
    expect(endingOf(downloadName)).toBe(endingOf(fileName))
  })
})

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { workbookOf } from '../../../tests/support/raw-workbook.ts'
import { readSheet, refusalOf, sheetFile } from '../../../tests/support/sheet-files.ts'
import type { SheetErrorReason } from '../invalid-sheet-error.ts'
import { maxHeapMb, maxIdleMs } from './sheet-source.ts'
import { openSheet } from './open-sheet.ts'

const thousand = Array.from({ length: 1000 }, (_, index) => `${index},x`).join('\n')

describe('a sheet that is read in a thread', () => {
  it('comes in batches of 200 rows, in their order', async () => {
    const { rows } = await openSheet(sheetFile(thousand), 'csv')
    const lengths: number[] = []
    const first: unknown[] = []
    for await (const batch of rows) {
      lengths.push(batch.length)
      first.push(batch[0]?.line)
    }
    expect(lengths).toEqual([200, 200, 200, 200, 200])
    expect(first).toEqual([1, 201, 401, 601, 801])
  })

  it('is read on demand', async () => {
    const bad = sheetFile(`${thousand}\n"never closed`)
    const { rows, close } = await openSheet(bad, 'csv')
    const walk = rows[Symbol.asyncIterator]()
    expect((await walk.next()).value).toHaveLength(200)
    await close()
    expect(await refusalOf(readSheet(bad, 'csv'))).toEqual(['unclosed_quote', { line: 1001 }])
  })

  it('ends when the caller stops reading, and when it is closed twice', async () => {
    const { rows, close } = await openSheet(sheetFile(thousand), 'csv')
    for await (const _ of rows) break
    await close()
    await close()
    const other = await openSheet(sheetFile(thousand), 'csv')
    await other.close()
    await expect(other.rows[Symbol.asyncIterator]().next()).rejects.toThrow('the sheet was closed')
  })

  it('ends when it is aborted, before and within', async () => {
    const reason = new Error('the person left')
    const gone = openSheet(sheetFile(thousand), 'csv', { signal: AbortSignal.abort(reason) })
    await expect(gone).rejects.toBe(reason)
    const leaving = new AbortController()
    const { rows } = await openSheet(sheetFile(thousand), 'csv', { signal: leaving.signal })
    const walk = rows[Symbol.asyncIterator]()
    await walk.next()
    leaving.abort(reason)
    await expect(walk.next()).rejects.toBe(reason)
  })

  it('takes the memory that it is given and no more, and the process lives on [S13]', async () => {
    const strings = Array.from(
      { length: 3000 },
      (_, index) => `<si><t>${'x'.repeat(50)}${index}</t></si>`,
    ).join('')
    const row = '<row><c t="s"><v>0</v></c></row>'
    const path = await workbookOf(row.repeat(1000), { strings })
    const limits = { heapMb: 5, maxIdleMs }
    expect(await refusalOf(openSheet(path, 'xlsx', {}, limits))).toEqual(['too_large', {}])
    expect((await readSheet(path, 'xlsx')).rows).toHaveLength(1000)
  })

  it('takes no longer than it is given [S13]', async () => {
    const limits = { heapMb: maxHeapMb, maxIdleMs: 1 }
    const opening = openSheet(sheetFile(thousand), 'csv', {}, limits)
    expect(await refusalOf(opening)).toEqual(['took_too_long', {}])
  })

  it('that is not there is refused as unreadable', async () => {
    expect(await refusalOf(openSheet('/nowhere/at-all.csv', 'csv'))).toEqual(['unreadable', {}])
  })
})

it.each(['zh-CN', 'en'])('every reason has a text in %s, with nothing left open', (locale) => {
  const texts = JSON.parse(
    readFileSync(new URL(`../../../locales/${locale}/errors.json`, import.meta.url), 'utf8'),
  ) as Record<string, string>
  const params: Record<SheetErrorReason, readonly string[]> = {
    empty: [],
    unreadable: [],
    encrypted: [],
    old_format: [],
    too_large: [],
    too_many_columns: ['line', 'max'],
    too_many_rows: ['max'],
    too_long_cell: ['line', 'max'],
    unclosed_quote: ['line'],
    undecodable: ['encoding', 'line'],
    no_such_sheet: ['sheet'],
    took_too_long: [],
  }
  const found = Object.keys(params).map((reason) => {
    const open = [...(texts[`sheet.${reason}`] ?? '{{missing}}').matchAll(/\{\{(\w+)\}\}/g)]
    return [reason, new Set(open.map(([, name]) => name))]
  })
  expect(found).toEqual(Object.entries(params).map(([reason, names]) => [reason, new Set(names)]))
})

import { expect, test } from 'vitest'
import { filterDocuments, parseDownloadSearch, listDistinctValues } from './queries.ts'
import type { DocumentRow } from './queries.ts'

const text = (value: string) => ({ 'zh-CN': value, en: value })

function row(id: string, more: Partial<DocumentRow>): DocumentRow {
  const file = { no: id, name: `${id}.pdf`, mediaType: 'application/pdf', sizeBytes: 1, sha256: '' }
  return {
    id,
    no: id,
    category: null,
    title: text(id),
    summary: null,
    published_at: '2023-09-01T00:00:00Z',
    is_hot: false,
    file,
    ...more,
  }
}

const slides = { no: 's', name: 's.pptx', mediaType: '', sizeBytes: 1, sha256: '' }

const rows = [
  row('guide', { category: 'guides', language: 'both' }),
  row('talk', { category: 'talks', language: 'zh', file: slides }),
  row('lost', { category: 'guides', file: null }),
  row('bare', {}),
]

const ids = (search: object) => filterDocuments(rows, parseDownloadSearch({ ...search })).map(({ id }) => id)

test('all filters of an address hold at once, and none shows everything', () => {
  expect(ids({})).toEqual(['guide', 'talk', 'lost', 'bare'])
  expect(ids({ category: 'guides' })).toEqual(['guide', 'lost'])
  expect(ids({ category: 'guides', type: 'PDF' })).toEqual(['guide'])
  expect(ids({ type: 'PPTX', language: 'zh' })).toEqual(['talk'])
  expect(ids({ type: 'PPTX', language: 'both' })).toEqual([])
})

test('what an address says wrongly narrows nothing', () => {
  expect(parseDownloadSearch({ category: 7, type: '', language: ['zh'], more: 'x' })).toEqual({
    category: '7',
  })
})

test('only what occurs is offered, each value once', () => {
  expect(listDistinctValues(rows, 'category')).toEqual(['guides', 'talks'])
  expect(listDistinctValues(rows, 'type')).toEqual(['PDF', 'PPTX'])
  expect(listDistinctValues(rows, 'language')).toEqual(['both', 'zh'])
})

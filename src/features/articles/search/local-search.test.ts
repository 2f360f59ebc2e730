import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { searchLocally } from './local-search.ts'

const text = (zh: string, en: string) => ({ 'zh-CN': zh, en })
const doc = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})

function device() {
  const client = new QueryClient()
  client.setQueryData(
    ['sessions'],
    [
      {
        id: 's1',
        title: text('新型储能', 'Storage'),
        title_initials: 'xxcn',
        starts_at: '2023-09-05T01:00:00Z',
      },
      { id: 's2', title: text('氢能', 'Hydrogen') },
    ],
  )
  client.setQueryData(['informations', 'list'], {
    pages: [{ items: [{ id: 'n1', no: '001', title: text('班车', 'Shuttles'), summary: null }] }],
    pageParams: [1],
  })
  client.setQueryData(['home', 'informations'], [{ id: 'n1', no: '001', title: text('班车', 'Shuttles') }])
  client.setQueryData(['home', 'qas', 'pages', '', ''], {
    pages: [
      {
        items: [
          {
            id: 'q1',
            no: 'Q1',
            title: text('有素食吗', ''),
            body: { 'zh-CN': doc('宴会厅设有专区。'), en: doc('') },
          },
        ],
      },
    ],
    pageParams: [1],
  })
  client.setQueryData(['qaDetail', 'Q9'], null)
  client.setQueryData(['exhibitors'], {
    items: [{ id: 'x1', booth: 'A12', name: text('示例储能', 'Example') }],
    page: 1,
  })
  return client
}

const found = (text: string) =>
  searchLocally(device(), text).map(({ name, total, items }) => [
    name,
    total,
    items.map(({ id }) => id).join(),
  ])

describe('the search of this device', () => {
  it('finds words anywhere in texts of either language, in the server’s order of groups', () => {
    expect(found('储能')).toEqual([
      ['meetings', 1, 's1'],
      ['exhibitors', 1, 'x1'],
    ])
    expect(found('ＳＴＯＲＡＧＥ')).toEqual([['meetings', 1, 's1']])
    expect(found('xcn')).toEqual([['meetings', 1, 's1']])
    expect(found('会厅')).toEqual([['qa', 1, 'q1']])
    expect(found('a12 储能')).toEqual([['exhibitors', 1, 'x1']])
    expect(found('储能 氢能')).toEqual([])
  })

  it('has a row once that stands in several lists', () => {
    expect(found('班车')).toEqual([['informations', 1, 'n1']])
  })

  it('makes hits like the server’s, with what addresses need, and of initials no excerpt', () => {
    const [hit] = searchLocally(device(), '专区')[0]?.items ?? []
    expect(hit).toMatchObject({
      title: text('有素食吗', ''),
      excerpt: text('宴会厅设有专区。', ''),
      fields: { no: 'Q1' },
    })
    expect(searchLocally(device(), 'xxcn')[0]?.items[0]?.excerpt).toEqual(text('', ''))
  })

  it('finds nothing for no words', () => {
    for (const text of ['', '  ', '，']) expect(found(text)).toEqual([])
  })
})

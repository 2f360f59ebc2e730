import { describe, expect, it } from 'vitest'
import { createProgramme, sessionRow } from '../sessions/programme.fixture.ts'
import { addAbstract, buildSearchIndex, searchProgramme } from './search-index.ts'

const programme = createProgramme(
  sessionRow({
    id: 'storage',
    title: { 'zh-CN': '长时储能的成本', en: 'The cost of long-duration storage' },
    title_initials: 'cscndcb',
    track: 't3',
    room: 'hall-b',
  }),
  sessionRow({
    id: 'wind',
    title: { 'zh-CN': '海上风电并网', en: 'Offshore wind' },
    title_initials: 'hsfdbw',
    track: 't2',
    room: 'hall-a',
    code: 'WND-7',
  }),
  sessionRow({ id: 'opening', title: { 'zh-CN': '开幕式', en: 'Opening' }, track: 't1', speakers: ['dean'] }),
)
const index = buildSearchIndex(programme)
addAbstract(index, 'opening', { 'zh-CN': '欢迎致辞', en: 'Welcome, with a word on storage' })
const find = (query: string) => searchProgramme(index, query).map((hit) => hit.item.id)

describe('searchProgramme', () => {
  it.each([
    ['a Chinese substring of a title', '风电', ['wind']],
    ['an English word in any case and width', 'ＯＦＦＳＨＯＲＥ', ['wind']],
    ['a speaker without diacritics', 'energie', ['opening']],
    ['a room', 'B厅', ['storage']],
    ['a code', 'wnd-7', ['wind']],
    ['the initials of a title', 'hsfd', ['wind']],
    ['an abstract', '欢迎', ['opening']],
    ['nothing for an unknown word', 'fusion', []],
    ['nothing for a blank query', '  ', []],
  ])('finds %s', (_, query, ids) => {
    expect(find(query)).toEqual(ids)
  })

  it('wants every word, in whichever fields', () => {
    expect(find('storage B厅')).toEqual(['storage'])
    expect(find('storage A厅')).toEqual([])
  })

  it('puts a match in the title before one in the abstract', () => {
    expect(find('storage')).toEqual(['storage', 'opening'])
  })

  it.each(['II', '2', '二', '分论坛二', '第二分论坛', 'forum 2'])(
    'finds the second sub-forum as %s',
    (query) => {
      expect(find(query)).toContain('wind')
      expect(find(query)).not.toContain('storage')
    },
  )

  it('does not join the end of one field with the start of another', () => {
    expect(find('网offshore')).toEqual([])
  })

  it.each(['storage', 'hsfd', 'ⅱii', 'xii', '分论坛二', 'forum 2', 'storage B厅', 'welcome'])(
    'finds letter by letter what %s finds at once',
    (query) => {
      const typed = buildSearchIndex(programme)
      for (let length = 1; length <= query.length; length += 1) {
        const words = query.slice(0, length)
        expect(searchProgramme(typed, words)).toEqual(searchProgramme(buildSearchIndex(programme), words))
      }
    },
  )

  it('finds an abstract that came while one typed', () => {
    const typed = buildSearchIndex(programme)
    expect(searchProgramme(typed, 'welc')).toEqual([])
    addAbstract(typed, 'opening', { en: 'Welcome' })
    expect(searchProgramme(typed, 'welco').map((hit) => hit.item.id)).toEqual(['opening'])
  })
})

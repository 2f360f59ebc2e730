import { describe, expect, it } from 'vitest'
import { splitTerms } from '#platform/text-search.ts'
import {
  findNeighbours,
  groupByArea,
  matchesTerms,
  parseExhibitionSearch,
  sortByBooth,
  withSearchParam,
} from './exhibitors.ts'
import type { ExhibitorRow } from './queries.ts'

const exhibitor = (booth: string, kind = 'grid', rest: Partial<ExhibitorRow> = {}): ExhibitorRow => ({
  id: `e-${booth}`,
  name: { 'zh-CN': `${booth} 电网`, en: `Grid ${booth}` },
  kind,
  booth,
  description: null,
  url: null,
  logo: null,
  hall: null,
  plan_x: null,
  plan_y: null,
  ...rest,
})
const listBooths = (rows: readonly ExhibitorRow[]) => rows.map(({ booth }) => booth)

describe('exhibitors', () => {
  it('stand in the order of their booths as people count', () => {
    const rows = ['B1', 'A10', 'A2', 'A1', '10', '9'].map((booth) => exhibitor(booth))
    expect(listBooths(sortByBooth(rows))).toEqual(['9', '10', 'A1', 'A2', 'A10', 'B1'])
  })

  it('stand by area in the forum’s order; an area that is not known yet comes last', () => {
    const rows = [exhibitor('Z1', 'new'), exhibitor('D2'), exhibitor('D1'), exhibitor('A1', 'generation')]
    expect(groupByArea(rows).map(({ kind, rows: areaRows }) => [kind, ...listBooths(areaRows)])).toEqual([
      ['generation', 'A1'],
      ['grid', 'D1', 'D2'],
      ['new', 'Z1'],
    ])
  })

  it.each([
    ['柔性 d01', true],
    ['FLEXIBLE', true],
    ['ｄ０１', true],
    ['换流阀', true],
    ['柔性 nothing', false],
    ['', true],
  ])('are found by words of either language: %s', (query, isFound) => {
    const row = exhibitor('D01', 'grid', {
      name: { 'zh-CN': '柔性直流', en: 'Flexible DC' },
      description: { 'zh-CN': '换流阀模块', en: 'Converter modules' },
    })
    expect(matchesTerms(row, splitTerms(query))).toBe(isFound)
  })

  it('have neighbours on either side, but at the ends', () => {
    const rows = ['A2', 'A1', 'A10'].map((booth) => exhibitor(booth))
    const around = (id: string) => {
      const { previous: before, next: after } = findNeighbours(rows, id)
      return [before?.booth, after?.booth]
    }
    expect(around('e-A1')).toEqual([undefined, 'A2'])
    expect(around('e-A2')).toEqual(['A1', 'A10'])
    expect(around('e-A10')).toEqual(['A2', undefined])
    expect(around('gone')).toEqual([undefined, undefined])
  })
})

it('reads from the address what it can use, and nothing else', () => {
  expect(parseExhibitionSearch({ q: '氢能', area: 'hydrogen', other: 1 })).toEqual({
    q: '氢能',
    area: 'hydrogen',
  })
  expect(parseExhibitionSearch({ q: 5, area: ['a'] })).toEqual({})
  expect(parseExhibitionSearch({ q: '  ', area: '' })).toEqual({})
  expect(parseExhibitionSearch({ q: 'x'.repeat(10_000) }).q).toHaveLength(200)
})

it('changes one choice and leaves the other', () => {
  expect(withSearchParam({ q: 'a', area: 'grid' }, 'q', 'b')).toEqual({ q: 'b', area: 'grid' })
  expect(withSearchParam({ q: 'a', area: 'grid' }, 'area', undefined)).toEqual({ q: 'a' })
})

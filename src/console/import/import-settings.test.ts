import { expect, test } from 'vitest'
import { assignColumn, applyMapping, getColumnName, toMapping } from './import-settings.ts'

const column = (letters: string, header: string, path: string | null = null) => ({ letters, header, path })
const columns = [
  column('A', '姓名', 'name.zh-CN'),
  column('B', 'Name'),
  column('C', ''),
  column('D', 'Note'),
  column('E', ' Note '),
]

test('a column is identified by its header, or by its letters where the header is ambiguous', () => {
  expect(columns.map((one) => getColumnName(one, columns))).toEqual(['姓名', 'Name', '#C', '#D', '#E'])
})

test('assignments apply to the columns of a file in any order', () => {
  const assignments = { Name: 'name.en', 姓名: null, gone: 'links' }
  expect(toMapping(columns, assignments)).toEqual({ A: null, B: 'name.en' })
  expect(toMapping([column('A', 'Name'), column('B', '姓名')], assignments)).toEqual({
    A: 'name.en',
    B: null,
  })
  expect(toMapping([], assignments)).toEqual({})
})

test('a field that is given to a column is taken from the one that had it', () => {
  const assignments = assignColumn(columns, {}, 'B', 'name.zh-CN')
  expect(assignments).toEqual({ Name: 'name.zh-CN', 姓名: null })
  expect(applyMapping(columns, assignments).map(({ path }) => path)).toEqual([
    null,
    'name.zh-CN',
    null,
    null,
    null,
  ])
  const again = assignColumn(columns, assignments, 'D', 'name.zh-CN')
  expect(again).toMatchObject({ Name: null, '#D': 'name.zh-CN' })
  expect(assignColumn(columns, assignments, 'A', null)).toMatchObject({ Name: 'name.zh-CN', 姓名: null })
})

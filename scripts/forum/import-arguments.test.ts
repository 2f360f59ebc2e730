import { expect, it } from 'vitest'
import { UsageError } from './command.ts'
import { readArguments } from './import-arguments.ts'

it('parses all arguments', () => {
  expect(readArguments(['speakers', '/a/list.TSV'])).toMatchObject({
    module: 'speakers',
    path: '/a/list.TSV',
    kind: 'csv',
    isDryRun: false,
    body: { on_error: 'stop', empty: 'clear' },
  })
  const all =
    '--mode update --match id,name.en --map a=name.en,AB= --skip-bad --keep-empty --encoding gb18030 --separator tab --dry-run --errors /a/b.csv --language zh-CN'
  expect(readArguments(['speakers', '/a/list.csv', ...all.split(' ')])).toEqual({
    module: 'speakers',
    locale: 'zh-CN',
    path: '/a/list.csv',
    kind: 'csv',
    isDryRun: true,
    errors: '/a/b.csv',
    body: {
      on_error: 'skip',
      empty: 'keep',
      mode: 'update',
      match: ['id', 'name.en'],
      mapping: { A: 'name.en', AB: null },
      encoding: 'gb18030',
      separator: '\t',
    },
  })
  expect(readArguments(['speakers', '/a/b.xlsx', '--sheet', '来宾']).body.sheet).toBe('来宾')
  expect(readArguments(['speakers', '--undo', 'x'])).toMatchObject({ module: 'speakers', undo: 'x' })
})

it.each([
  [[]],
  [['speakers']],
  [['speakers', 'a.csv', 'b.csv']],
  [['speakers', 'a.csv', '--undo', 'x']],
  [['speakers', 'a.doc']],
  [['speakers', 'a.pdf']],
  [['speakers', 'a.csv', '--mode', 'replace']],
  [['speakers', 'a.csv', '--separator', 'x']],
  [['speakers', 'a.csv', '--encoding', 'latin1']],
  [['speakers', 'a.csv', '--language', 'fr']],
  [['speakers', 'a.csv', '--map', 'title']],
  [['speakers', 'a.csv', '--map', 'A1=title']],
])('says how it is called for %j', (args) => {
  expect(() => readArguments(args)).toThrow(UsageError)
})

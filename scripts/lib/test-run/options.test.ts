import { expect, test } from 'vitest'
import { parseOptions } from './options.ts'

test('arguments say which part is run and how', () => {
  expect(parseOptions([])).toEqual({ isList: false, isResume: false, paths: [] })
  expect(parseOptions(['--shard', '2/4', '--resume', 'tests/api'])).toEqual({
    shard: { index: 2, count: 4 },
    isList: false,
    isResume: true,
    paths: ['tests/api'],
  })
})

test.each(['0/4', '5/4', '2', '2/0', 'a/b'])('a shard %s is refused', (shard) => {
  expect(() => parseOptions(['--shard', shard])).toThrow(`--shard takes a part like 2/4, not ${shard}`)
})

test('an unknown option is refused by its name', () => {
  expect(() => parseOptions(['--shards', '2/4'])).toThrow('--shards')
})

import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { isConflict, retryOnConflict } from './retry-on-conflict.ts'

const failure = (more: object) => Object.assign(new Error('failed'), more)

test.each([
  ['a unique violation of PostgreSQL', failure({ code: '23505' }), true],
  ['an exclusion', failure({ code: '23P01' }), true],
  ['a serialization failure', failure({ code: '40001' }), true],
  ['a deadlock', failure({ code: '40P01' }), true],
  ['a missing parent', failure({ code: '23503' }), false],
  ['a unique violation of SQLite', failure({ code: 'ERR_SQLITE_ERROR', errcode: 2067 }), true],
  ['a primary key of SQLite', failure({ code: 'ERR_SQLITE_ERROR', errcode: 1555 }), true],
  ['a missing value on SQLite', failure({ code: 'ERR_SQLITE_ERROR', errcode: 1299 }), false],
  ['a busy SQLite', failure({ code: 'ERR_SQLITE_ERROR', errcode: 5 }), false],
  ['another error', failure({}), false],
  ['no error', { code: '23505' }, false],
])('%s', (_what, error, is) => {
  expect(isConflict(error)).toBe(is)
})

test('a conflict is run again twice, anything else not', async () => {
  const conflict = failure({ code: '23505' })
  const runs: number[] = []
  const failing = (times: number, error: Error) => async () => {
    runs.push(times)
    if (runs.length <= times) throw error
    return runs.length
  }
  expect(await retryOnConflict(failing(2, conflict))).toBe(3)
  runs.length = 0
  await expect(retryOnConflict(failing(3, conflict))).rejects.toBe(conflict)
  expect(runs).toHaveLength(3)
  runs.length = 0
  const other = failure({ code: '23503' })
  await expect(retryOnConflict(failing(1, other))).rejects.toBe(other)
  expect(runs).toHaveLength(1)
})

test('what SQLite itself throws', () => {
  const db = new DatabaseSync(':memory:')
  db.exec(
    "create table a (id text primary key, n integer unique not null check (n > 0)); insert into a values ('x', 1)",
  )
  const conflicts = ["('x', 2)", "('y', 1)", "('y', null)", "('y', 0)"].map((values) => {
    try {
      db.exec(`insert into a values ${values}`)
      return undefined
    } catch (error) {
      return isConflict(error)
    }
  })
  expect(conflicts).toEqual([true, true, false, false])
})

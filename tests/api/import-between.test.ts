import { beforeEach, expect, it } from 'vitest'
import { paths } from '#contract/api.ts'
import { eachDatabase } from '../support/databases.ts'
import { StallForum, type StallAnswer } from '../support/stall-forum.ts'
import { stall, stalls, tags, type StallDefinition } from '../support/stalls.ts'
import { benches } from '../support/workshops.ts'

/** Something of the forum that changes, and what then becomes of a line that was good. */
interface Change {
  what: string
  module: StallDefinition
  /** Rows that are there at the check. */
  there?: object[]
  /** The line that will not do any more; another one beside it stays good. */
  line: object
  change: (forum: StallForum) => Promise<StallAnswer>
  /** The fault that it gets. */
  fault: { path: string; key: string }
  mode?: { mode: 'create' | 'update' | 'upsert'; match?: string[] }
}

const rowOf = async (forum: StallForum, module: StallDefinition, code: string) =>
  (await forum.rows(module))[code] as { id: string; version: number }

const addTo = (module: string, row: object) => (forum: StallForum) => forum.post(paths.post(module), row)

const span = { hall: 'north', on_day: '2023-09-05', from_at: '09:00', to_at: '11:00' }

const changesFor = (module: StallDefinition): Change[] => [
  {
    what: 'a value is taken that no two rows share',
    module,
    line: stall('wanted'),
    change: addTo(module.name, stall('wanted', { group: 'theirs' })),
    fault: { path: 'code', key: 'import.changed_since' },
  },
  {
    what: 'such a value is taken, and rows are only made',
    module,
    line: stall('wanted'),
    change: addTo(module.name, stall('wanted', { group: 'theirs' })),
    fault: { path: 'code', key: 'field.taken' },
    mode: { mode: 'create' },
  },
  {
    what: 'values are taken that no two rows share together',
    module,
    line: stall('mine', { line_no: 1, place_no: 2 }),
    change: addTo(module.name, stall('theirs', { line_no: 1, place_no: 2 })),
    fault: { path: 'line_no', key: 'field.taken' },
  },
  {
    what: 'a row appears by whose value rows are found',
    module,
    line: stall('mine', { group: 'first' }),
    change: addTo(module.name, stall('theirs', { group: 'first' })),
    fault: { path: 'group', key: 'import.changed_since' },
    mode: { mode: 'upsert', match: ['group'] },
  },
  {
    what: 'the row is changed by somebody',
    module,
    there: [stall('known')],
    line: stall('known', { mail: 'mine@forum.example' }),
    change: async (forum) =>
      forum.edit(module.name, await rowOf(forum, module, 'known'), { mail: 'theirs@forum.example' }),
    fault: { path: 'version', key: 'import.changed_since' },
  },
  {
    what: 'a row is changed that was already as the line has it',
    module,
    there: [stall('known', { mail: 'mine@forum.example' })],
    line: stall('known', { mail: 'mine@forum.example' }),
    change: async (forum) =>
      forum.edit(module.name, await rowOf(forum, module, 'known'), { mail: 'theirs@forum.example' }),
    fault: { path: 'version', key: 'import.changed_since' },
  },
  {
    what: 'the row is deleted',
    module,
    there: [stall('known')],
    line: stall('known', { group: 'mine' }),
    change: async (forum) =>
      forum.post(paths.delete(module.name), { id: (await rowOf(forum, module, 'known')).id }),
    fault: { path: '', key: 'import.no_row' },
  },
  {
    what: 'the row that a line names is deleted',
    module,
    line: stall('mine', { bench: 'b9' }),
    change: async (forum) => forum.post(paths.delete(benches.name), { id: 'b9' }),
    fault: { path: 'bench', key: 'field.unknown_choice' },
  },
]

const onlyStalls: Change[] = [
  {
    what: 'the last seat is taken',
    module: stalls,
    line: stall('mine', { bench: 'b2' }),
    change: addTo(stalls.name, stall('theirs', { bench: 'b2' })),
    fault: { path: 'bench', key: 'field.taken' },
  },
  {
    what: 'fewer seats are left',
    module: stalls,
    line: stall('mine', { bench: 'b2' }),
    change: async (forum) => forum.post(paths.edit(benches.name), { id: 'b2', version: 1, places: 0 }),
    fault: { path: 'bench', key: 'field.taken' },
  },
  {
    what: 'the span of time is taken',
    module: stalls,
    line: stall('mine', span),
    change: addTo(stalls.name, stall('theirs', { ...span, from_at: '10:00', to_at: '12:00' })),
    fault: { path: 'hall', key: 'field.taken' },
  },
]

eachDatabase('what changes between the check of an import and its commit', (place) => {
  const forum = new StallForum(place)
  beforeEach(() => forum.clear())

  const changes = [...changesFor(stalls), ...changesFor(tags), ...onlyStalls].map((change) => ({
    ...change,
    name: `${change.module.name}: ${change.what}`,
  }))

  it.each(changes)('$name [S13]', async ({ module, there = [], line, change, fault, mode }) => {
    const { name } = module
    for (const row of there) await addTo(name, row)(forum)
    const rows = [line, stall('beside', { group: 'beside' })]
    const strict = await forum.check(name, rows, mode)
    const lenient = await forum.check(name, rows, { ...mode, on_error: 'skip' })
    expect(strict.counts.bad).toBe(0)
    expect(await change(forum)).toMatchObject({ status: 200, why: '' })
    const before = await forum.rows(module)
    expect((await forum.send(name, { token: strict.token })).error?.key).toBe('import.bad_rows')
    expect(await forum.rows(module)).toEqual(before)
    const written = await forum.send(name, { token: lenient.token })
    expect(written.error).toBeUndefined()
    expect(written.data.counts).toEqual({ rows: 2, created: 1, updated: 0, unchanged: 0, bad: 1 })
    const { beside, ...others } = await forum.rows(module)
    expect(beside).toMatchObject({ group: 'beside', version: 1 })
    expect(others).toEqual(before)
    const staged = forum.db.kysely.selectFrom('import_rows').select('faults').where('deed', '=', 'bad')
    const [bad] = await staged.where('import_id', '=', lenient.token).execute()
    expect(JSON.parse(bad?.faults ?? '[]')).toEqual([fault])
  })
})

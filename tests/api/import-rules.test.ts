import { beforeEach, expect, it } from 'vitest'
import { paths } from '#contract/api.ts'
import { maskedValue } from '#contract/row.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import { eachDatabase } from '../support/databases.ts'
import { twoSizes } from '../support/sizes.ts'
import { en } from '../support/texts.ts'
import { StallForum } from '../support/stall-forum.ts'
import { stall, stalls, tags } from '../support/stalls.ts'

/** What each run of the property test draws. */
const runs = 6
const rowsARun = 60

const span = (from_at: string, to_at: string | null = null) => ({
  hall: 'north',
  on_day: '2023-09-05',
  from_at,
  to_at,
})

/** Numbers that look like chance and are the same in every run. */
function draw(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** What is not by chance of rows, by their codes. */
const withoutChance = (rows: Readonly<Record<string, object>>) =>
  Object.fromEntries(
    Object.entries(rows).map(([code, row]) => [
      code,
      Object.fromEntries(Object.entries(row).filter(([key]) => !chanceKeys.has(key))),
    ]),
  )
const chanceKeys = new Set(['id', 'created_at', 'updated_at'])

const hour = (value: number) => `${String(value).padStart(2, '0')}:00`

const by = (...match: string[]) => ({ mode: 'update' as const, match })

function drawRow(next: (below: number) => number, at: number): object {
  const from = next(10)
  const isOpenEnded = next(4) === 0
  return stall(next(4) === 0 ? `c${next(10)}` : `own${at}`, {
    ...(next(2) === 0 && { line_no: next(6), place_no: next(6) }),
    ...(next(3) === 0 && { bench: ['b1', 'b2', 'b9'][next(3)] }),
    ...(next(3) === 0 && span(hour(from), isOpenEnded ? null : hour(from + 1 + next(3)))),
    state: ['open', 'open', 'gone'][next(3)],
    is_heated: next(3) === 0,
    ...(next(2) === 0 && { fuel: 'wood' }),
    ...(next(3) === 0 && { passport: `E${next(100)}` }),
  })
}

eachDatabase('the rules of an import', (place, dialect) => {
  const forum = new StallForum(place)
  beforeEach(() => forum.clear())

  const faults = async (rows: readonly object[]) => {
    const { faults } = await forum.check('test_stalls', rows)
    return faults.map(({ line, path, key }) => `${line} ${path} ${key}`)
  }

  it('hold between the lines of a file: the second is told [S13]', async () => {
    const rows = [
      stall('a', { line_no: 1, place_no: 1 }),
      stall('a'),
      stall('b', { line_no: 1, place_no: 1 }),
      stall('c', { line_no: 1, place_no: 1, state: 'gone' }),
      stall('d', span('09:00', '11:00')),
      stall('e', span('10:00', '12:00')),
      stall('f', span('11:00', '12:00')),
      stall('g', span('09:00')),
      stall('h', { bench: 'b2' }),
      stall('i', { bench: 'b2' }),
    ]
    const { faults } = await forum.check('test_stalls', rows, { mode: 'create' })
    expect(faults.map(({ line, path, key }) => [line, path, key])).toEqual([
      [2, 'code', 'field.taken'],
      [3, 'line_no', 'field.taken'],
      [6, 'hall', 'field.taken'],
      [10, 'bench', 'field.taken'],
    ])
    expect(faults[0]?.text).toBe(en('errors:field.taken'))
  })

  it('see a value that a line before gave up, as the table will be', async () => {
    await forum.write('test_stalls', [
      stall('a', { line_no: 1, place_no: 1, bench: 'b2', ...span('09:00', '10:00') }),
    ])
    const moved = stall('a', { line_no: 2, place_no: 1, bench: null, ...span('12:00', '13:00') })
    const taking = stall('b', { line_no: 1, place_no: 1, bench: 'b2', ...span('09:00', '10:00') })
    expect(await faults([taking, moved])).toEqual([
      '1 line_no field.taken',
      '1 hall field.taken',
      '1 bench field.taken',
    ])
    const written = await forum.write('test_stalls', [moved, taking])
    expect(written.data.counts).toMatchObject({ created: 1, updated: 1, bad: 0 })
    const rows = await forum.rows(stalls)
    expect([rows['a']?.['line_no'], rows['b']?.['line_no']]).toEqual([2, 1])
  })

  it(
    'are those of posts: a file gives the table that its rows give, sent one after the other [S13]',
    { timeout: 200_000 },
    async () => {
      for (let run = 0; run < runs; run += 1) {
        const next = draw(run + 1)
        const rows = Array.from({ length: rowsARun }, (_, at) => drawRow(next, at))
        await forum.clear()
        const outcomes: boolean[] = []
        for (const row of rows) outcomes.push((await forum.post(paths.post('test_stalls'), row)).why === '')
        const posted = withoutChance(await forum.rows(stalls))
        await forum.clear()
        const written = await forum.write('test_stalls', rows, { mode: 'create', on_error: 'skip' })
        expect(written.data.counts).toMatchObject({ created: outcomes.filter(Boolean).length })
        expect(withoutChance(await forum.rows(stalls))).toEqual(posted)
        expect(outcomes).toContain(false)
      }
    },
  )

  it('fill defaults, hide what conditions hide, and ask for what they ask', async () => {
    const { data } = await forum.write('test_tags', [
      stall('a', { kind: null, fuel: 'wood' }),
      stall('b', { is_heated: true, fuel: 'wood' }),
    ])
    expect(data.counts).toMatchObject({ created: 2 })
    expect(await forum.rows(tags)).toMatchObject({
      a: { kind: 'tent', state: 'open', is_heated: false, fuel: null },
      b: { fuel: 'wood' },
    })
    expect(await faults([stall('c', { is_heated: true })])).toEqual(['1 fuel field.empty'])
  })

  it('let empty cells clear a value, or keep it, and one language leave the other', async () => {
    const upload = (text: string) => forum.upload('test_tags', 'tags.csv', text)
    const run = async (text: string, more: object) => {
      const { data } = await forum.send('test_tags', { file: await upload(text), ...more })
      return (await forum.send('test_tags', { token: data.token })).data.counts
    }
    await forum.write('test_tags', [stall('a', { group: 'g', mail: 'a@forum.example' })])
    expect(await run('code,group,mail,name.en\na,,,New\n', { empty: 'keep' })).toMatchObject({ updated: 1 })
    expect((await forum.rows(tags))['a']).toMatchObject({
      group: 'g',
      mail: 'a@forum.example',
      name: { 'zh-CN': '摊位a', en: 'New' },
    })
    expect(await run('code,group,mail\na,,b@forum.example\n', { empty: 'clear' })).toMatchObject({
      updated: 1,
    })
    expect((await forum.rows(tags))['a']).toMatchObject({ group: null, mail: 'b@forum.example', version: 3 })
  })

  it('refuse a row that was changed after the file was made, and take it at the version that is there', async () => {
    await forum.write('test_tags', [stall('a')])
    const { a: before } = await forum.rows(tags)
    if (!before) throw new Error('it was written')
    await forum.edit('test_tags', before as never, { group: 'theirs' })
    const named = { id: before['id'], code: 'a', mail: 'mine@forum.example' }
    const stale = await forum.check('test_tags', [{ ...named, version: 1 }])
    expect(stale.faults).toMatchObject([{ path: 'version', key: 'import.changed_since' }])
    const { data } = await forum.write('test_tags', [{ ...named, version: 2 }])
    expect(data.counts).toMatchObject({ updated: 1, bad: 0 })
  })

  it('find rows by what the columns say, as it is kept [S13]', async () => {
    await forum.write('test_tags', [
      stall('a', { mail: 'a@forum.example', group: 'g' }),
      stall('b', { mail: 'b@forum.example', group: 'g' }),
    ])
    const check = async (rows: object[], more: object) => {
      const { faults: found, counts } = await forum.check('test_tags', rows, more)
      const { rows: _, ...others } = counts
      return [Object.values(others), found.map(({ line, path, key }) => `${line} ${path} ${key}`)]
    }
    expect(await check([{ mail: ' a@FORUM.example', kind: 'table' }], by('mail'))).toEqual([[0, 1, 0, 0], []])
    expect(await check([{ group: 'g', kind: 'table' }], by('group'))).toEqual([
      [0, 0, 0, 1],
      ['1 group import.many_rows'],
    ])
    expect(
      await check([{ group: 'g', mail: 'b@forum.example', kind: 'table' }], by('group', 'mail')),
    ).toEqual([[0, 1, 0, 0], []])
    expect(await check([{ code: 'none', kind: 'table' }], by('code'))).toEqual([
      [0, 0, 0, 1],
      ['1 code import.no_row'],
    ])
    expect(await check([stall('a'), stall('c')], { mode: 'upsert' })).toEqual([[1, 0, 1, 0], []])
    expect(await check([stall('a'), stall('c')], { mode: 'create' })).toEqual([
      [1, 0, 0, 1],
      ['1 code field.taken'],
    ])
    expect(await check([stall('a'), stall('a')], { mode: 'upsert' })).toEqual([
      [0, 0, 1, 1],
      ['2 code import.repeated_line'],
    ])
    expect(await check([{ name: { en: 'Stall b' }, kind: 'table' }], by('name.en'))).toMatchObject([
      [0, 1, 0, 0],
      [],
    ])
  })

  it('know the rows of the person alone, and change those that may be changed [S13]', async () => {
    const staff = await forum.signUp('importing-staff', 'staff')
    await forum.write('test_tags', [
      stall('mine'),
      stall('closed', { state: 'closed' }),
      stall('other', { kind: 'table' }),
    ])
    const lines = ['mine', 'closed', 'other'].map((code) => ({ code, group: 'new' }))
    const { faults, counts } = await forum.check(
      'test_tags',
      lines,
      { mode: 'update', match: ['code'] },
      staff,
    )
    expect(counts).toMatchObject({ updated: 1, bad: 2 })
    expect(faults.map(({ line, key }) => `${line} ${key}`)).toEqual([
      '2 import.not_editable',
      '3 import.no_row',
    ])
  })

  it('keep ID numbers sealed wherever lines wait, and do not tell whether a guess is right [S13]', async () => {
    const number = 'E7788990011'
    const { data } = await forum.write('test_tags', [stall('a', { passport: number })])
    const again = await forum.check('test_tags', [stall('a', { passport: 'e7788-990011' })])
    expect(again.counts).toMatchObject({ unchanged: 0, updated: 1 })
    const other = await forum.check('test_tags', [stall('a', { passport: 'E2223334445' })])
    expect(other.counts).toMatchObject({ updated: 1 })
    expect(other.sample[0]?.values['passport']).toBe(maskedValue)
    const tables = await forum.db.kysely.introspection.getTables()
    for (const { name } of tables) {
      const rows = await moduleTables(forum.db.kysely).selectFrom(name).selectAll().execute()
      expect([name, JSON.stringify(rows).includes('7788990011')]).toEqual([name, false])
    }
    expect(data.counts).toMatchObject({ created: 1 })
  })

  // As many rows as an import may have; PostgreSQL takes its time.
  for (const { size, mark } of twoSizes(1500, dialect === 'sqlite' ? 50_000 : 5000, 'writes the most rows'))
    it(
      `write nothing of ${size} rows with a bad one, or all others [S13]`,
      { ...mark, timeout: 400_000 },
      async () => {
        const lines = Array.from({ length: size }, (_, at) => {
          return `c${at},摊位 ${at},Stall ${at},${at},1,${at === size - 2 ? 'tower' : 'tent'}`
        })
        const table = `code,name.zh-CN,name.en,line_no,place_no,kind\n${lines.join('\n')}\n`
        const file = await forum.upload(stalls.name, 'stalls.csv', table)
        const { data } = await forum.send(stalls.name, { file, mode: 'create' })
        expect(data.counts).toEqual({ rows: size, created: size - 1, updated: 0, unchanged: 0, bad: 1 })
        expect(data.faults).toMatchObject([{ line: size, column: 'F', path: 'kind', value: 'tower' }])
        const left = async () => [
          await forum.count(stalls.name),
          await forum.count('row_revisions'),
          await forum.count('outgoing_messages'),
          await forum.count('audit_log', { row_id: data.token }),
        ]
        const refused = await forum.send(stalls.name, { token: data.token })
        expect(refused).toMatchObject({ status: 422, error: { key: 'import.bad_rows' } })
        expect(await left()).toEqual([0, 0, 0, 0])
        await forum.send(stalls.name, { token: data.token, on_error: 'skip' })
        expect(await left()).toEqual([size - 1, size - 1, size - 1, 1])
      },
    )
})

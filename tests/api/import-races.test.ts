import { beforeEach, expect, it } from 'vitest'
import { paths } from '#contract/api.ts'
import { bothDatabases } from '../support/databases.ts'
import { StallForum } from '../support/stall-forum.ts'
import { type StallDefinition, stall, stalls, tags } from '../support/stalls.ts'

const rounds = 3
const posts = 20
const lines = 500
const timeout = 200_000

type Row = Readonly<Record<string, unknown>>

const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))

/** Rows of which no two may be there: they want the same places, seats and spans as others. */
const wanting = (who: string, at: number): object =>
  stall(`${at % 3 === 0 ? 'same' : who}-${at}`, {
    line_no: at,
    place_no: 1,
    ...(at % 2 === 0 && { bench: at % 4 === 0 ? 'b1' : 'b9' }),
    ...(at % 5 === 0 && { hall: 'north', on_day: '2023-09-05', ...spanAt(at) }),
  })

const two = (number: number) => String(number).padStart(2, '0')
const spanAt = (at: number) => ({
  from_at: `${two(Math.floor(at / 5) % 20)}:00`,
  to_at: `${two((Math.floor(at / 5) % 20) + 2)}:00`,
})

/** Values that two rows share and must not, seats that are given too often, spans that overlap. */
function brokenRules(rows: readonly Row[], hasPlaces: boolean): string[] {
  const shared = (what: string, keyOf: (row: Row) => unknown) => {
    const seen = new Map<string, number>()
    for (const row of rows) {
      const key = JSON.stringify(keyOf(row))
      seen.set(key, (seen.get(key) ?? 0) + 1)
    }
    return [...seen].filter(([, count]) => count > 1).map(([key]) => `${what} ${key}`)
  }
  const seats = Object.entries({ b1: 4, b9: 9 }).filter(
    ([id, most]) => hasPlaces && rows.filter((row) => row['bench'] === id).length > most,
  )
  const held = rows.filter((row) => hasPlaces && row['hall'] !== null)
  const overlaps = held.filter((a) =>
    held.some(
      (b) =>
        a !== b && String(a['from_at']) < String(b['to_at']) && String(b['from_at']) < String(a['to_at']),
    ),
  )
  return [
    ...shared('code', ({ code }) => code),
    ...shared('place', ({ line_no, place_no }) => [line_no, place_no]),
    ...seats.map(([id]) => `seats of ${id}`),
    ...overlaps.map(({ code }) => `span of ${String(code)}`),
  ]
}

bothDatabases('an import beside others who write', (place) => {
  const forum = new StallForum(place)
  beforeEach(() => forum.clear())

  const commitLate = async (module: string, token: string) => {
    let answer = await forum.send(module, { token })
    for (; answer.status === 503; answer = await forum.send(module, { token })) continue
    return answer
  }

  const race = async (module: StallDefinition) => {
    const { name } = module
    const rows = times(lines, (at) => wanting('file', at))
    // Alone the file keeps the rules: what overlaps or has no seat in it is left out at the check already.
    const { token, counts } = await forum.check(name, rows, { mode: 'create', on_error: 'skip' })
    const commit = commitLate(name, token)
    const answers = await Promise.all(
      times(posts, (at) => forum.post(paths.post(name), wanting('post', at * 5))),
    )
    const committed = await commit
    expect(committed.error).toBeUndefined()
    expect(answers.filter(({ status }) => status !== 200 && status !== 422)).toEqual([])
    const there = Object.values(await forum.rows(module))
    const { data } = committed
    expect(data.counts.created + data.counts.bad).toBe(lines)
    expect(data.counts.created).toBeLessThanOrEqual(counts.created)
    const posted = answers.filter(({ status }) => status === 200).length
    expect(there).toHaveLength(data.counts.created + posted)
    return there
  }

  it('never breaks a rule that holds rows against each other [S13]', { timeout }, async () => {
    for (let round = 0; round < rounds; round += 1)
      for (const module of [stalls, tags]) {
        await forum.clear()
        const rows = await race(module)
        // Tags have neither seats nor spans.
        expect(brokenRules(rows, module === stalls)).toEqual([])
      }
  })

  it('leaves what others wrote to the same rows meanwhile [S13]', { timeout }, async () => {
    const first = times(lines, (at) => stall(`c${at}`))
    await forum.write(tags.name, first)
    const before = await forum.rows(tags)
    const { token } = await forum.check(
      tags.name,
      first.map((row) => ({ ...row, group: 'file' })),
      { on_error: 'skip' },
    )
    const commit = commitLate(tags.name, token)
    const answers = await Promise.all(
      times(posts, async (at) => {
        const row = before[`c${at * 7}`]
        if (!row) throw new Error('there is no such row')
        const { why } = await forum.edit(tags.name, row as never, { group: 'post', mail: 'a@forum.example' })
        return { code: row['code'] as string, isWritten: why === '' }
      }),
    )
    expect((await commit).error).toBeUndefined()
    const after = await forum.rows(tags)
    for (const { code, isWritten } of answers)
      expect({ code, group: after[code]?.['group'], version: after[code]?.['version'] }).toEqual({
        code,
        // Whoever came second was told that somebody else was first.
        group: isWritten ? 'post' : 'file',
        version: 2,
      })
  })

  it('names no row that is deleted meanwhile [S13]', { timeout }, async () => {
    for (const module of [stalls, tags]) {
      for (let round = 0; round < rounds * 2; round += 1) {
        await forum.clear()
        const rows = [...times(lines, (at) => stall(`c${at}`)), stall('last', { bench: 'b9' })]
        const { token } = await forum.check(module.name, rows)
        const [committed, deleted] = await Promise.all([
          commitLate(module.name, token),
          forum.post(paths.delete('benches'), { id: 'b9' }),
        ])
        const isWritten = committed.error === undefined
        expect(committed.error?.key).toBe(isWritten ? undefined : 'import.bad_rows')
        expect(deleted.why).toBe(isWritten ? 'row.in_use' : '')
      }
    }
  })
})

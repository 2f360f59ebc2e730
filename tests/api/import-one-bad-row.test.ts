import { expect, it } from 'vitest'
import { eachDatabase } from '../support/databases.ts'
import { twoSizes } from '../support/sizes.ts'
import { StallForum } from '../support/stall-forum.ts'
import { stalls } from '../support/stalls.ts'

/** Rows of the large file: many on one database, as minutes of writing are spent once. */
const largest = { sqlite: 50_000, postgres: 5000 }
const timeout = 400_000

/** A table in which the last row but one has a kind that does not exist. */
function tableOf(rows: number): string {
  const lines = Array.from(
    { length: rows },
    (_, at) => `c${at},摊位 ${at},Stall ${at},${at},1,${at === rows - 2 ? 'tower' : 'tent'}`,
  )
  return `code,name.zh-CN,name.en,line_no,place_no,kind\n${lines.join('\n')}\n`
}

eachDatabase('a large file with one bad row', (place, dialect) => {
  const forum = new StallForum(place)

  const left = async () => ({
    rows: await forum.count(stalls.name),
    revisions: await forum.count('row_revisions'),
    mails: await forum.count('outgoing_messages'),
    audits: await forum.count('audit_log', { module: stalls.name }),
  })

  for (const { size: rows, mark } of twoSizes(
    1500,
    largest[dialect],
    'writes as many rows as an import may have',
  ))
    it(
      `writes nothing and sends nothing, or writes all others: ${rows} rows [S13]`,
      { ...mark, timeout },
      async () => {
        const { name } = stalls
        await forum.clear()
        const before = await left()
        expect(before).toMatchObject({ rows: 0, revisions: 0, mails: 0 })
        const file = await forum.upload(name, 'stalls.csv', tableOf(rows))
        const checked = await forum.send(name, { file, mode: 'create' })
        expect(checked.data.counts).toEqual({ rows, created: rows - 1, updated: 0, unchanged: 0, bad: 1 })
        expect(checked.data.faults).toMatchObject([{ line: rows, column: 'F', path: 'kind', value: 'tower' }])
        const { token } = checked.data
        const refused = await forum.send(name, { token })
        expect(refused).toMatchObject({ status: 422, error: { key: 'import.bad_rows' } })
        expect(await left()).toEqual(before)
        const skipped = await forum.send(name, { token, on_error: 'skip' })
        expect(skipped.data.counts).toMatchObject({ rows, created: rows - 1, bad: 1 })
        expect(await left()).toEqual({
          rows: rows - 1,
          revisions: rows - 1,
          mails: rows - 1,
          audits: before.audits + 1,
        })
      },
    )
})

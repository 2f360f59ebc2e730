import * as fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { StaleRowData } from '#contract/row-api.ts'
import { articleCategoryServer, informationsServer } from '#server/modules/content.ts'
import { bothDatabases } from '../support/databases.ts'
import { twoSizes } from '../support/sizes.ts'
import { signUp } from '../support/upload-forum.ts'
import { useServer } from '../support/use-server.ts'

const start = new Date('2023-08-01T01:00:00Z')
/** For a thousand calls, in milliseconds. */
const timeout = 120_000

interface Answer {
  code: number
  data: Record<string, unknown> & { id: string; version: number }
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const words = (text: string) => ({ 'zh-CN': `${text}中`, en: text })
const short = fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom('a', 'b', 'c', '中', '文') })

/** What a person changes at one sitting, of four fields of different types. */
const change = fc.record(
  {
    title: short.map(words),
    summary: short.map(words),
    published_at: fc.integer({ min: 10, max: 28 }).map((day) => `2023-09-${day}T02:00:00Z`),
    status: fc.constantFrom('draft', 'published'),
  },
  { requiredKeys: [] },
)

bothDatabases('two organisers on one record', (place) => {
  let anna: string
  let ben: string
  const server = useServer(place, { start, modules: [informationsServer, articleCategoryServer] })
  beforeAll(async () => {
    anna = await signUp(server.db, 'anna', 'organiser', start)
    ben = await signUp(server.db, 'ben', 'organiser', start)
  })

  const write = async (call: string, fields: object, token: string) => {
    const answer = await server.post(`/front/${call}/informations`, fields, token)
    return { status: answer.status, ...((await answer.json()) as Answer) }
  }
  for (const { size: runs, mark } of twoSizes(40, 200, 'edits a thousand times'))
    it(
      `what each changed alone goes together, what both changed is asked, and nothing is lost in ${runs} runs [234]`,
      { ...mark, timeout },
      async () => {
        await fc.assert(
          fc.asyncProperty(change, change, fc.func(fc.boolean()), async (hers, his, isMine) => {
            const first = { title: words('first'), summary: words('s'), status: 'draft' }
            const made = await write('post', { ...first, published_at: '2023-09-01T02:00:00Z' }, anna)
            const { id, version } = made.data
            await write('edit', { id, version, ...hers }, anna)
            const second = await write('edit', { id, version, ...his }, ben)
            const changedByHer = Object.entries(hers).filter(
              ([key, value]) => !same(value, (made.data as Record<string, unknown>)[key]),
            )
            const after: Record<string, unknown> = { ...made.data, ...hers }
            const both = changedByHer
              .map(([key]) => key)
              .filter((key) => key in his && !same(his[key as keyof typeof his], after[key]))
            const isMet = both.length > 0
            const told = second.data as unknown as StaleRowData
            // Both values are told, and nothing of his is written before he has chosen.
            expect([second.status, isMet ? [...told.fields].toSorted() : []]).toEqual([
              isMet ? 409 : 200,
              both.toSorted(),
            ])
            const current: Readonly<Record<string, unknown>> = isMet ? told.current : { ...second.data }
            expect(current).toMatchObject(isMet ? hers : his)
            const kept = Object.fromEntries(
              Object.entries(his).filter(([key]) => !both.includes(key) || isMine(key)),
            )
            const chosen = await write('edit', { id, version: current['version'], ...kept }, ben)
            expect(chosen.status).toBe(200)
            const row = await server.get(`/front/query/informations/${id}?drafts=1`, anna)
            expect(((await row.json()) as Answer).data).toMatchObject({ ...hers, ...kept })
          }),
          { numRuns: runs },
        )
      },
    )
})

import { beforeAll, expect, test } from 'vitest'
import type { ArticleData } from '../../contract/articles.ts'
import { paths } from '../../contract/api.ts'
import { articleCategory } from '../../contract/modules/article-category.ts'
import { documents } from '../../contract/modules/documents.ts'
import { informations } from '../../contract/modules/informations.ts'
import { qa } from '../../contract/modules/qa.ts'
import type { RowToWrite } from '../../server/engine/write/write-rows.ts'
import { storeFile } from '../../server/files/store-file.ts'
import { call } from '../support/accounts.ts'
import { addSignedIn, type Person } from '../support/console-person.ts'
import { eachDatabase } from '../support/databases.ts'
import { useServer } from '../support/use-server.ts'

const both = (text: string) => ({ 'zh-CN': `${text}（中）`, en: text })

/** An article of the hour, with what all kinds have. */
const article = (id: string, no: string, hour: number, more: object = {}): RowToWrite => ({
  id,
  no,
  title: both(id),
  published_at: `2023-09-05T${String(hour).padStart(2, '0')}:00:00Z`,
  status: 'published',
  ...more,
})

eachDatabase('articles by number', (suite) => {
  let organiser: Person
  const server = useServer(suite, {
    start: '2023-09-05T20:00:00Z',
    fill: async () => {
      const file = { name: 'a.pdf', mediaType: 'application/pdf', bytes: new Uint8Array([1]) }
      const { write } = server
      await write(articleCategory, [{ id: 'c1', position: 1, name: both('Guides') }])
      await write(informations, [
        article('n-old', '007', 1),
        // Two of the same minute: the id decides, as in lists.
        article('n-a', '7', 2),
        article('n-b', 'B-7a', 2),
        article('n-draft', '8', 3, { status: 'draft' }),
        article('n-new', '9', 4),
      ])
      const stored = await storeFile(server.db.kysely, server.storage, file, server.now())
      await write(documents, [article('d-one', 'D001', 1, { file: stored, is_hot: false })])
      await write(qa, [
        article('q-second', 'Q2', 4, { position: 2 }),
        article('q-first', 'Q1', 1, { position: 1 }),
        article('q-asked', 'Q3', 1, { position: 3, status: 'asked' }),
      ])
    },
  })
  beforeAll(async () => {
    organiser = await addSignedIn(server, { role: 'organiser' })
  })

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what it asks for
  async function read<Data>(path: string, token?: string): Promise<{ status: number; data: Data }> {
    const { status, body } = await call(server, path, undefined, token === undefined ? {} : { token })
    return { status, data: body.data as Data }
  }

  const find = (no: string, token?: string) =>
    read<ArticleData<{ id: string; version: number }>>(paths.article(no), token)

  /** Numbers from an article to the last of its list. */
  async function walk(no: string, way: 'previous' | 'next'): Promise<string[]> {
    const numbers: string[] = []
    for (let at: string | undefined = no; at !== undefined;) {
      numbers.push(at)
      at = (await find(at)).data[way]?.no
    }
    return numbers
  }

  test('are found in all three modules, as each module answers its row [204-206, T13]', async () => {
    for (const [no, module, id] of [
      ['007', 'informations', 'n-old'],
      ['7', 'informations', 'n-a'],
      ['D001', 'documents', 'd-one'],
      ['Q1', 'qa', 'q-first'],
    ] as const) {
      const row = await read(paths.detail(module, id))
      expect(await find(no)).toMatchObject({ status: 200, data: { module, row: row.data } })
    }
  })

  test('have the neighbours that the list shows above and below, and none at its ends [34]', async () => {
    const listed = await read<{ items: { no: string }[] }>(paths.list('informations'))
    const numbers = listed.data.items.map(({ no }) => no)
    expect(numbers).toEqual(['9', 'B-7a', '7', '007'])
    expect(await walk('9', 'next')).toEqual(numbers)
    expect(await walk('007', 'previous')).toEqual(numbers.toReversed())
    expect(await walk('Q1', 'next')).toEqual(['Q1', 'Q2'])
    expect(await find('D001')).toMatchObject({ data: { previous: null, next: null } })
  })

  test('that are unknown, drafts or only asked are not there for anybody [34]', async () => {
    for (const no of ['8', 'Q3', '0007', ' 7', 'b-7a', 'a/b', '%', 'x'.repeat(60)])
      for (const token of [undefined, organiser.token])
        expect({ no, ...(await find(no, token)) }).toMatchObject({ no, status: 404, data: null })
  })

  test('are withdrawn and published again at once, and their neighbours with them', async () => {
    const { data } = await find('9')
    const withdrawn = await organiser.post(paths.edit('informations'), {
      id: 'n-new',
      version: data.row.version,
      status: 'draft',
    })
    expect(withdrawn.status).toBe(200)
    expect((await find('9')).status).toBe(404)
    expect((await find('B-7a')).data.previous).toBeNull()
  })
})

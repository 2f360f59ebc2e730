import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/db/client.ts'
import { moduleTables } from '#server/engine/module-tables.ts'
import { bothDatabases } from '../support/databases.ts'
import { startImportForum, type ImportForum } from '../support/import-forum.ts'

const table = `姓名（中文）,Name (English),单位（中文）,简介（中文）
王小明,Wang Xiaoming,国家电网,"第一行
第二行"
李雷,Li Lei,,
`

bothDatabases('imports', (place) => {
  let db: Database
  let forum: ImportForum

  beforeAll(async () => {
    db = await place.open()
    forum = await startImportForum(db, place.place.dataDir)
  })
  afterAll(() => forum.close())

  const speakers = async () => {
    const response = await forum.server.get(
      '/front/query/speakers/all?size=0&sorters=id:asc&fields=name,organisation,biography',
      forum.organiser,
    )
    const { data } = (await response.json()) as { data: { items: Record<string, unknown>[]; total: number } }
    return data.items
  }

  const noted = () =>
    moduleTables(db.kysely)
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'row_count'])
      .where('action', 'like', 'import%')
      .execute()

  it('checks a file, writes it by its token, and takes it back [237]', async () => {
    const file = await forum.upload('speakers', 'speakers.csv', table)
    const checked = await forum.send('speakers', { file })
    expect(checked.error).toBeUndefined()
    expect(checked.data).toMatchObject({
      state: 'checked',
      counts: { rows: 2, created: 2, updated: 0, unchanged: 0, bad: 0 },
      reading: { kind: 'csv', encoding: 'utf-8', separator: ',', headerLine: 1 },
      columns: [
        { letters: 'A', header: '姓名（中文）', path: 'name.zh-CN' },
        { letters: 'B', header: 'Name (English)', path: 'name.en' },
        { letters: 'C', header: '单位（中文）', path: 'organisation.zh-CN' },
        { letters: 'D', header: '简介（中文）', path: 'biography.zh-CN' },
      ],
      match: [],
      faults: [],
      notes: [{ key: 'import.all_new' }],
    })
    expect(await speakers()).toEqual([])
    const { token } = checked.data
    const committed = await forum.send('speakers', { token })
    expect(committed.error).toBeUndefined()
    expect(committed.data).toMatchObject({ state: 'committed', counts: { created: 2 } })
    const again = await forum.send('speakers', { token })
    expect(again.data).toMatchObject({ state: 'committed', counts: { created: 2 } })
    const rows = await speakers()
    expect(rows).toHaveLength(2)
    expect(rows).toContainEqual(
      expect.objectContaining({
        name: { 'zh-CN': '王小明', en: 'Wang Xiaoming' },
        organisation: { 'zh-CN': '国家电网', en: '' },
        biography: { 'zh-CN': '第一行\n第二行', en: '' },
      }),
    )
    expect(await noted()).toEqual([{ action: 'import', actor_id: 'importing-organiser', row_count: 2 }])
    const undone = await forum.undo('speakers', token)
    expect(undone.data).toEqual({ undone: 2, left: 0 })
    expect(await speakers()).toEqual([])
    expect((await forum.undo('speakers', token)).error?.key).toBe('import.over')
    expect((await noted()).map(({ action }) => action)).toEqual(['import', 'import.undone'])
  })
})

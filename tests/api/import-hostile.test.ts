import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { createModuleTable } from '#server/engine/tables.ts'
import { eachDatabase } from '../support/databases.ts'
import { guestList, guestListServer } from '../support/guest-list.ts'
import { hostileTables, type HostileTable } from '../support/hostile-tables.ts'
import { startImportForum, type ImportForum } from '../support/import-forum.ts'
import { fetchServed } from '../support/server.ts'

const module = guestList.name

eachDatabase('a file that is no table of ours', (place) => {
  let db: Database
  let forum: ImportForum

  beforeAll(async () => {
    db = await place.open()
    await migrate(db)
    await createModuleTable(db.kysely, guestList)
    forum = await startImportForum(db, place.place.dataDir, { modules: [guestListServer] })
  })
  afterAll(() => forum.close())

  const upload = async (name: string, bytes: Buffer): Promise<{ no: string } | [string, string]> => {
    const form = new FormData()
    form.set('module', module)
    form.set('purpose', 'import')
    form.set('file', new Blob([bytes as BlobPart]), name)
    const answer = await fetchServed(`${forum.server.url}/api/front/attachment/upload`, {
      method: 'POST',
      body: form,
      headers: { authorization: forum.organiser, 'accept-language': 'zh-CN' },
    })
    const { data, error, msg } = (await answer.json()) as {
      data: { no: string }
      error?: { key: string }
      msg: string
    }
    return error ? [error.key, msg] : data
  }

  /** What the person reads, wherever the file is refused: its keys and texts. */
  const refusalOf = async ({ name, make }: HostileTable): Promise<[string, string][]> => {
    const sent = await upload(name, Buffer.from(await make()))
    if (Array.isArray(sent)) return [sent]
    const { status, data, error, msg } = await forum.send(module, { file: sent.no }, forum.organiser, 'zh-CN')
    expect(status).toBeLessThan(500)
    if (!error) return data.faults.map(({ key, text = '' }) => [key, text])
    const [field] = error.fields ?? []
    return [[field?.key ?? error.key, field?.text ?? msg]]
  }

  it.each(hostileTables)('is told in a readable line: $what [S13]', async (table) => {
    const told = await refusalOf(table)
    expect(told.map(([key]) => key)).toEqual(table.keys)
    for (const [, text] of told) expect(text).toMatch(/^[^\n{}]*\p{sc=Han}{4}[^\n{}]*$/u)
    expect((await rows()).items).toEqual([])
  })

  const rows = async () => {
    const answer = await forum.server.get(`/front/query/${module}/all?size=100`, forum.organiser)
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { data: { items: object[] } }).data
  }
})

import { beforeAll, expect, it } from 'vitest'
import { informations } from '#contract/modules/informations.ts'
import { clearFields, purgeRows } from '#server/engine/write/erase-rows.ts'
import { createRegistry } from '#server/engine/schema/registry.ts'
import { sweepFiles } from '#server/ops/sweep-files.ts'
import { articleCategoryServer, informationsServer } from '#server/modules/content.ts'
import { eachDatabase } from '../support/databases.ts'
import { makePicture } from '../support/picture-files.ts'
import { useServer } from '../support/use-server.ts'
import { sendForm, signUp } from '../support/upload-forum.ts'

const start = Date.parse('2023-08-01T01:00:00Z')
const hourMs = 3_600_000
const modules = [informationsServer, articleCategoryServer]

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const picture = (no: string) => ({
  type: 'image',
  attrs: { src: `/api/front/download/file/${no}`, alt: 'A hall', width: 40, height: 30 },
})
const body = (...content: object[]) => ({ 'zh-CN': { type: 'doc', content }, en: null })
const news = { title: { 'zh-CN': '开馆', en: 'Opening' }, published_at: '2023-08-01T00:00:00Z' }

interface Answer {
  code: number
  data: { id: string; version: number }
  error?: { fields?: { path: string; key: string }[] }
}

eachDatabase('pictures in texts', (place) => {
  let organiser: string
  let other: string
  const server = useServer(place, { start, modules })
  beforeAll(async () => {
    organiser = await signUp(server.db, 'organiser', 'organiser', server.now())
    other = await signUp(server.db, 'other', 'organiser', server.now())
  })

  const upload = async () => {
    const file = { name: 'hall.png', bytes: await makePicture('png') }
    const form = { module: informations.name, field: 'body' }
    const { status, data } = await sendForm(
      `${server.url}/api/front/attachment/upload`,
      form,
      file,
      organiser,
    )
    expect(status).toBe(200)
    return data.no
  }
  const write = async (call: string, fields: object, token = organiser) => {
    const answer = await server.post(`/front/${call}/${informations.name}`, fields, token)
    return (await answer.json()) as Answer
  }
  const statusOf = async (no: string, token?: string) =>
    (await server.get(`/front/download/file/${no}`, token)).status
  const sweep = () =>
    sweepFiles(
      { db: server.db, registry: createRegistry(modules), storage: server.storage, now: server.now },
      server.now(),
    )

  it('a picture is seen by whoever may read its text, and stays as long as it stands there [234]', async () => {
    const no = await upload()
    expect(await statusOf(no, other)).toBe(404)
    const draft = await write('post', { ...news, status: 'draft', body: body(paragraph('在'), picture(no)) })
    expect(draft.code).toBe(200)
    expect([await statusOf(no), await statusOf(no, other)]).toEqual([404, 200])
    const { id } = draft.data
    await write('edit', { id, status: 'published' })
    expect(await statusOf(no)).toBe(200)
    server.nowMs += 48 * hourMs
    organiser = await signUp(server.db, 'later', 'organiser', new Date(server.nowMs))
    await sweep()
    expect(await statusOf(no)).toBe(200)
    await write('edit', { id, body: body(paragraph('不在')) })
    expect(await statusOf(no)).toBe(404)
    // What is taken back within the day brings it back, whoever does it.
    await write('edit', { id, body: body(picture(no)) })
    expect(await statusOf(no)).toBe(200)
    await write('edit', { id, body: null })
    server.nowMs += 25 * hourMs
    await sweep()
    expect(await server.db.kysely.selectFrom('files').select('no').where('no', '=', no).execute()).toEqual([])
  })

  it('a picture goes at once with a text that is taken away for good', async () => {
    organiser = await signUp(server.db, 'eraser', 'organiser', server.now())
    const [purged, emptied] = [await upload(), await upload()]
    const rows = []
    for (const no of [purged, emptied])
      rows.push((await write('post', { ...news, status: 'published', body: body(picture(no)) })).data)
    expect([await statusOf(purged), await statusOf(emptied)]).toEqual([200, 200])
    const [one, two] = rows.map(({ id }) => [id])
    await server.db.transaction((trx) => purgeRows(trx, informations, one ?? [], server.now()))
    const bodies = { ids: two ?? [], keys: ['body'] }
    await server.db.transaction((trx) => clearFields(trx, informations, bodies, server.now()))
    expect([await statusOf(purged), await statusOf(emptied)]).toEqual([404, 404])
    await sweep()
    const left = server.db.kysely.selectFrom('files').select('no').where('no', 'in', [purged, emptied])
    expect(await left.execute()).toEqual([])
  })

  it('a text takes no picture that was uploaded for something else, by somebody else, or never [234]', async () => {
    organiser = await signUp(server.db, 'third', 'organiser', new Date(server.nowMs))
    const stranger = await signUp(server.db, 'fourth', 'organiser', new Date(server.nowMs))
    const form = { module: informations.name, field: 'cover' }
    const file = { name: 'hall.png', bytes: await makePicture('png') }
    const cover = await sendForm(`${server.url}/api/front/attachment/upload`, form, file, organiser)
    const own = await upload()
    for (const [no, token] of [
      [cover.data.no, organiser],
      [own, stranger],
      ['nowhere', organiser],
    ] as const) {
      const { error } = await write('post', { ...news, body: body(picture(no)) }, token)
      expect(error?.fields).toMatchObject([{ path: 'body', key: 'field.file' }])
    }
  })
})

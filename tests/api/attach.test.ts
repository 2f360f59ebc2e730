import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { paths, type Role, type UploadTicket } from '#contract/api.ts'
import { f } from '#contract/fields.ts'
import { photoRules, resumeRules } from '#contract/file-kinds.ts'
import { defineModule } from '#contract/module-definition.ts'
import type { FileValue } from '#contract/row.ts'
import { allow, callerRows } from '#server/engine/schema/permissions.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'
import { readRows } from '#server/engine/write/write-rows.ts'
import { storeFile } from '#server/files/store-file.ts'
import { sweepFiles } from '#server/ops/sweep-files.ts'
import { createRegistry } from '#server/engine/schema/registry.ts'
import { call, type Answer } from '../support/accounts.ts'
import { addSignedIn } from '../support/console-person.ts'
import { eachDatabase } from '../support/databases.ts'
import { makePdf } from '../support/pdf-files.ts'
import { makePicture } from '../support/picture-files.ts'
import { useServer } from '../support/use-server.ts'
import { sendForm } from '../support/upload-forum.ts'
import { fetchServed } from '../support/fetch-served.ts'

const label = { 'zh-CN': '字段', en: 'Field' }
const slot = { label, accept: resumeRules }
const frame = { label, group: 'forms', titleTemplate: '{{id}}' } as const

/** A module that exists only here, with slots for files. */
const papers = defineModule({
  ...frame,
  name: 'test_papers',
  fields: {
    owner_id: f.string({ label, surfaces: { form: false } }),
    chinese: f.file(slot),
    english: f.file(slot),
    photo: f.image({ label, accept: photoRules }),
  },
})

/** Another one, with a field of the same name. */
const drafts = defineModule({ ...frame, name: 'test_drafts', fields: { chinese: f.file(slot) } })

const everybodysDrafts = allow('list read create update')
const modules = [
  serverModule(papers, {
    permissions: {
      anonymous: allow('create').fields(['chinese', 'english']),
      participant: allow('list read create update')
        .rows(callerRows('owner_id'))
        .writes(['chinese', 'english', 'photo']),
      organiser: allow('list read create update delete history'),
    },
    ownership: { field: 'owner_id', onErasure: 'goes' },
  }),
  serverModule(drafts, { permissions: { participant: everybodysDrafts, organiser: everybodysDrafts } }),
]

const hourMs = 3_600_000

eachDatabase('files in the rows of people', (suite) => {
  let ada: string
  let bob: string
  let organiser: string
  const server = useServer(suite, { start: '2026-03-01T00:00:00Z', eachTest: 48 * hourMs, modules })

  beforeEach(async () => {
    ada = await signIn('participant')
    bob = await signIn('participant')
    organiser = await signIn('organiser')
  })

  const signIn = async (role: Role) => (await addSignedIn(server, { role })).token

  async function upload(token: string, field = 'chinese', module = 'test_papers') {
    const bytes = field === 'photo' ? await makePicture('png') : makePdf()
    const name = field === 'photo' ? 'a.png' : 'a.pdf'
    return sendForm(`${server.url}/api${paths.upload}`, { module, field }, { name, bytes }, token)
  }

  async function uploaded(token: string, field?: string, module?: string): Promise<string> {
    const { status, data } = await upload(token, field, module)
    expect(status).toBe(200)
    return data.no
  }

  /** Uploads by a ticket, which is nobody's. */
  async function uploadByTicket(field: string): Promise<string> {
    const { body } = await call(server, paths.uploadTicket, { module: 'test_papers', field })
    const { ticket } = body.data as UploadTicket
    const file = { name: 'a.pdf', bytes: makePdf() }
    const { status, data } = await sendForm(`${server.url}/api${paths.openUpload}`, { ticket }, file)
    expect(status).toBe(200)
    return data.no
  }

  const create = (fields: object, token?: string, module = 'test_papers') =>
    call(server, `/front/post/${module}`, fields, token === undefined ? {} : { token })
  const edit = (id: string, fields: object, token: string) =>
    call(server, '/front/edit/test_papers', { id, ...fields }, { token })
  const restore = (id: string, version: number) =>
    call(server, '/front/restore/test_papers', { id, version }, { token: organiser })

  async function created(fields: object, token: string): Promise<string> {
    const { status, body } = await create(fields, token)
    expect(status).toBe(200)
    return (body.data as { id: string }).id
  }

  async function download(no: string, token?: string): Promise<number> {
    const headers = token === undefined ? {} : { authorization: token }
    const answer = await fetchServed(`${server.url}/api${paths.downloadFile(no)}`, { headers })
    await answer.arrayBuffer()
    return answer.status
  }

  const fileIn = async (id: string, field: string) =>
    ((await readRows(server.db.kysely, papers, { id }))[0]?.[field] as FileValue | null | undefined)?.no

  test('are one’s own uploads for this very field, given by number or whole', async () => {
    const [no, whole] = [await uploaded(ada), (await upload(ada, 'english')).data]
    const id = await created({ chinese: no, english: whole }, ada)
    expect([await fileIn(id, 'chinese'), await fileIn(id, 'english')]).toEqual([no, whole.no])
    const photo = await uploaded(ada, 'photo')
    expect((await edit(id, { photo, chinese: no }, ada)).status).toBe(200)
    for (const file of [no, whole.no, photo])
      expect([await download(file, ada), await download(file, organiser), await download(file, bob)]).toEqual(
        [200, 200, 404],
      )
  })

  test('are no others, and nobody learns whether there is such a file [193, S12]', async () => {
    const expired = await uploaded(ada)
    const taken = await uploadByTicket('chinese')
    await created({ chinese: taken }, bob)
    const files = {
      unknown: randomUUID(),
      foreign: await uploaded(bob),
      foreignAttached: (await fileIn(await created({ chinese: await uploaded(bob) }, bob), 'chinese')) ?? '',
      expired,
      otherField: await uploaded(ada, 'english'),
      otherModule: await uploaded(ada, 'chinese', 'test_drafts'),
      ticketOfOtherField: await uploadByTicket('english'),
      taken,
      serversOwn: await server.db.transaction(async (trx) => {
        const file = { name: 'a.pdf', mediaType: 'application/pdf', bytes: makePdf() }
        return (await storeFile(trx, server.storage, file, server.now())).no
      }),
      strange: '__proto__',
    }
    const over = { expires_at: server.now().toISOString() }
    await server.db.kysely.updateTable('files').set(over).where('no', '=', expired).execute()
    const id = await created({}, ada)
    const rows = (await readRows(server.db.kysely, papers)).length
    const texts = new Set<string>()
    for (const no of Object.values(files))
      for (const answer of [await create({ chinese: no }, ada), await edit(id, { chinese: no }, ada)]) {
        expectRefused(answer)
        texts.add(JSON.stringify({ ...answer.body, requestId: '' }))
      }
    expect(texts.size).toBe(1)
    expect(await readRows(server.db.kysely, papers)).toHaveLength(rows)
    expect(await fileIn(id, 'chinese')).toBeUndefined()
    expect([await download(files.foreign, ada), await download(files.foreign, bob)]).toEqual([404, 200])
  })

  test('may come by a ticket, once, whoever comes first [S12]', async () => {
    const no = await uploadByTicket('chinese')
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({ chinese: no }, ada)))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(5)
    for (const answer of refused) expectRefused(answer)
    const { status, body } = await create({ english: await uploadByTicket('english') })
    expect([status, Object.keys(body.data as object)]).toEqual([200, ['id']])
  })

  test('stay in a row that another person edits, and organisers bring their own', async () => {
    const no = await uploaded(ada)
    const id = await created({ chinese: no }, ada)
    const own = await uploaded(organiser, 'english')
    expect((await edit(id, { chinese: no, english: own }, organiser)).status).toBe(200)
    expect([await download(no, ada), await download(own, ada)]).toEqual([200, 200])
    expectRefused(await edit(id, { chinese: await uploaded(bob) }, organiser))
    // The person's own file is not the organiser's to put elsewhere.
    expectRefused(await create({ chinese: no }, organiser))
    expect((await create({ english: own }, bob)).status).toBe(422)
  })

  test('are served to nobody any more, at once, when another takes their slot; the other slots stay [191, T43]', async () => {
    const [first, english] = [await uploaded(ada), await uploaded(ada, 'english')]
    const id = await created({ chinese: first, english }, ada)
    const second = await uploaded(ada)
    expect([await download(second, ada), await download(second, organiser)]).toEqual([200, 404])
    expect((await edit(id, { chinese: second }, ada)).status).toBe(200)
    for (const token of [ada, organiser, bob, undefined]) expect(await download(first, token)).toBe(404)
    for (const no of [second, english])
      expect([await download(no, ada), await download(no, organiser)]).toEqual([200, 200])
    expect((await edit(id, { english: null }, ada)).status).toBe(200)
    expect([await download(english, ada), await download(second, ada)]).toEqual([404, 200])
    expect((await call(server, '/front/delete/test_papers', { id }, { token: organiser })).status).toBe(200)
    for (const token of [ada, organiser]) expect(await download(second, token)).toBe(404)
  })

  test('that a row held come back with its old version, as long as they are there', async () => {
    const [first, second] = [await uploaded(ada), await uploaded(ada)]
    const id = await created({ chinese: first }, ada)
    expect((await edit(id, { chinese: second }, ada)).status).toBe(200)
    expect((await restore(id, 1)).status).toBe(200)
    expect([await download(first, ada), await download(second, ada)]).toEqual([200, 404])
    server.nowMs += 24 * hourMs
    organiser = await signIn('organiser')
    const { db, storage, now } = server
    await sweepFiles({ db, storage, now, registry: createRegistry(modules) }, now())
    expectRefused(await restore(id, 2))
    expect(await fileIn(id, 'chinese')).toBe(first)
  })
})

/** Expects the one refusal of a file that may not stand in a field. */
function expectRefused({ status, body }: Answer): void {
  expect([status, body.error?.key]).toEqual([422, 'validation.failed'])
  expect(body.error?.fields).toMatchObject([{ path: 'chinese', key: 'field.file' }])
}

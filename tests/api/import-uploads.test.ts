import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pack } from 'tar-stream'
import { beforeAll, expect, it } from 'vitest'
import { f } from '#contract/fields.ts'
import { importRules } from '#contract/file-kinds.ts'
import { defineModule } from '#contract/module-definition.ts'
import { writeBackup } from '#server/ops/backup/write-backup.ts'
import { allow } from '#server/engine/schema/permissions.ts'
import { createRegistry } from '#server/engine/schema/registry.ts'
import { serverModule } from '#server/engine/schema/server-module.ts'
import { findImportFile } from '#server/files/find-files.ts'
import { sweepFiles } from '#server/ops/sweep-files.ts'
import { collectPersonalData } from '#server/ops/personal-data/collect.ts'
import { eachDatabase } from '../support/databases.ts'
import { fetchServed } from '../support/fetch-served.ts'
import { badTables, goodTables, plainTable } from '../support/table-files.ts'
import { sendForm, signUp, type UploadAnswer } from '../support/upload-forum.ts'
import { useServer } from '../support/use-server.ts'

const hourMs = 3_600_000
const start = Date.parse('2023-08-01T01:00:00Z')
const label = { 'zh-CN': '名单', en: 'List' }

const guests = defineModule({
  name: 'test_guests',
  label,
  group: 'forms',
  titleTemplate: '{{name}}',
  fields: {
    name: f.string({ label, max: 50, required: true }),
    letter: f.file({ label, accept: importRules }),
  },
})
const places = defineModule({ ...guests, name: 'test_places' })
const guestsServer = serverModule(guests, {
  permissions: {
    applicant: allow('import').deniedWith('permission.not_approved'),
    participant: allow('list read create update'),
    organiser: allow('list read create update import'),
  },
})
const placesServer = serverModule(places, { permissions: { organiser: allow('list read create import') } })
const modules = [guestsServer, placesServer]

eachDatabase('uploads for imports', (place) => {
  const tokens: Record<string, string> = {}
  const server = useServer(place, { start, modules })
  beforeAll(async () => {
    for (const role of ['applicant', 'participant', 'organiser'] as const)
      tokens[role] = await signUp(server.db, role, role, new Date(server.nowMs))
    tokens['other'] = await signUp(server.db, 'other', 'organiser', new Date(server.nowMs))
  })

  const folder = () => join(server.dataDir, 'files')
  const send = (
    name: string,
    bytes: Uint8Array | string,
    fields: Readonly<Record<string, string>> = { module: 'test_guests', purpose: 'import' },
    who = 'organiser',
  ): Promise<UploadAnswer> => {
    const url = `${server.url}/api/front/attachment/upload`
    return sendForm(url, fields, { name, bytes: Buffer.from(bytes) }, tokens[who])
  }
  const find = (no: string, id = 'organiser', module = 'test_guests', at = new Date(server.nowMs)) => {
    const caller = { kind: 'user', id, role: 'organiser', isAdministrator: false } as const
    return findImportFile({ ...server, now: () => at }, caller, { module, no })
  }

  it.each(goodTables)('takes %s, for the import alone [S13]', async (name, make, kind) => {
    const bytes = await make()
    const { status, data } = await send(name, bytes)
    expect(status).toBe(200)
    const found = await find(data.no)
    expect(found).toMatchObject({ kind, name, sha256: data.sha256 })
    expect((await readFile(found?.path ?? '')).equals(Buffer.from(bytes))).toBe(true)
    for (const token of [...Object.values(tokens), undefined])
      expect((await server.get(`/front/download/file/${data.no}`, token)).status).toBe(404)
    const row = { name: '王', letter: data.no }
    const edit = await server.post('/front/post/test_guests', row, tokens['organiser'])
    expect(edit.status).toBe(422)
    expect(await edit.text()).toContain('field.file')
  })

  it.each(badTables)('refuses %s [S13]', async (_what, name, make, key) => {
    const before = await readdir(folder())
    const { status, key: found } = await send(name, await make())
    expect([status, found]).toEqual([422, key])
    expect(await readdir(folder())).toEqual(before)
  })

  it('answers who may not import like what does not exist [S13]', async () => {
    const unknown = await send('a.csv', plainTable, { module: 'nothing', purpose: 'import' })
    expect([unknown.status, unknown.key]).toEqual([404, 'not_found'])
    const module = 'test_guests'
    const guests = { module, purpose: 'import' }
    for (const [fields, who] of [
      [guests, 'participant'],
      [{ module: 'test_places', purpose: 'import' }, 'participant'],
      [{ module, purpose: 'export' }, 'organiser'],
      [{ ...guests, field: 'letter' }, 'organiser'],
      [{ module, field: '#import' }, 'organiser'],
    ] as const)
      expect((await send('a.csv', plainTable, fields, who)).text).toBe(unknown.text)
    const early = await send('a.csv', plainTable, guests, 'applicant')
    expect([early.status, early.key]).toEqual([403, 'permission.not_approved'])
    const nobody = await send('a.csv', plainTable, guests, 'nobody')
    expect([nobody.status, nobody.key]).toEqual([401, 'sign_in.required'])
    const ticket = await server.post('/front/attachment/ticket', { module: 'test_guests', field: '#import' })
    expect(ticket.status).toBe(404)
  })

  it('is found by its person alone, for its module alone [S13]', async () => {
    const { data } = await send('mine.csv', plainTable)
    const field = await send('letter.csv', plainTable, { module: 'test_guests', field: 'letter' })
    expect(field.status).toBe(200)
    expect(await find(data.no)).toBeDefined()
    expect(await find(data.no, 'other')).toBeUndefined()
    expect(await find(data.no, 'organiser', 'test_places')).toBeUndefined()
    expect(await find(field.data.no)).toBeUndefined()
    expect(await find('nothing')).toBeUndefined()
  })

  it('goes on after a break, to 50 MB', async () => {
    const bytes = Buffer.from(plainTable)
    const version = { 'tus-resumable': '1.0.0', authorization: tokens['organiser'] ?? '' }
    const metadata = ['filename', '名单.csv', 'module', 'test_guests', 'purpose', 'import']
    const begin = (headers: Record<string, string>) =>
      fetchServed(`${server.url}/api/front/attachment/resumable`, { method: 'POST', headers })
    const length = { 'upload-length': String(bytes.length), 'upload-metadata': encode(metadata) }
    const forbidden = await begin({ ...version, ...length, authorization: tokens['participant'] ?? '' })
    expect(forbidden.status).toBe(404)
    const large = await begin({ ...version, ...length, 'upload-length': String(50 * 1024 * 1024 + 1) })
    expect(large.status).toBe(413)
    const begun = await begin({ ...version, ...length })
    expect(begun.status).toBe(201)
    const url = new URL(begun.headers.get('location') ?? '', server.url).href
    for (const [from, to] of [
      [0, 10],
      [10, bytes.length],
    ] as const) {
      const type = 'application/offset+octet-stream'
      const headers = { ...version, 'upload-offset': String(from), 'content-type': type }
      const part = await fetchServed(url, { method: 'PATCH', headers, body: bytes.subarray(from, to) })
      expect(part.status).toBe(204)
    }
    const file = (await (await fetchServed(`${url}/file`, { headers: version })).json()) as {
      data: { no: string }
    }
    expect(await find(file.data.no)).toMatchObject({ kind: 'csv', name: '名单.csv' })
  })

  it('is in no backup and in nobody’s own data [S13]', async () => {
    const { data } = await send('people.csv', plainTable)
    const kept = await send('letter.csv', plainTable, { module: 'test_guests', field: 'letter' })
    const { storage_key: key } = await server.db.kysely
      .selectFrom('files')
      .select('storage_key')
      .where('no', '=', data.no)
      .executeTakeFirstOrThrow()
    const tar = pack()
    const written = new Response(tar as unknown as BodyInit).text()
    const manifest = await writeBackup(tar, {
      db: server.db,
      registry: createRegistry(modules),
      storage: server.storage,
      product: 'test',
      createdAt: new Date(server.nowMs).toISOString(),
      progress: () => undefined,
    })
    const archive = await written
    expect(manifest.files.missing).toEqual([])
    expect(archive).toContain(kept.data.no)
    expect(archive).not.toContain(data.no)
    expect(archive).not.toContain(key)
    const caller = { kind: 'user', id: 'organiser', role: 'organiser', isAdministrator: false } as const
    const taker = { caller, isProven: true }
    const own = await collectPersonalData(server.db.kysely, createRegistry(modules), server.secrets, taker)
    const nos = own.files.map(({ no }) => no)
    expect(nos).toContain(kept.data.no)
    expect(nos).not.toContain(data.no)
  })

  it('is gone a day later [S13]', async () => {
    const { data } = await send('old.csv', plainTable)
    expect(await find(data.no, 'organiser', 'test_guests', new Date(start + 22 * hourMs))).toBeDefined()
    server.nowMs = start + 24 * hourMs
    expect(await find(data.no)).toBeUndefined()
    const { db, storage, now } = server
    await sweepFiles({ db, storage, now, registry: createRegistry(modules) }, now())
    expect((await readdir(folder())).filter((name) => name !== 'arrivals')).toEqual([])
    server.nowMs = start
  })
})

function encode(pairs: readonly string[]): string {
  const words = pairs.map((word, at) => (at % 2 === 0 ? word : Buffer.from(word).toString('base64')))
  return words.reduce((line, word, at) => `${line}${at === 0 ? '' : at % 2 === 0 ? ',' : ' '}${word}`, '')
}

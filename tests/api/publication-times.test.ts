import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { articleModuleNames } from '../../contract/articles.ts'
import { paths } from '../../contract/api.ts'
import { createRegistry } from '../../server/engine/schema/registry.ts'
import { publishDue, startPublishing } from '../../server/engine/write/publish-due.ts'
import type { Database } from '../../server/db/client.ts'
import { storeFile } from '../../server/files/store-file.ts'
import { serverModules } from '../../server/modules/index.ts'
import { createShellFolder } from '../support/shell-folder.ts'
import { addSignedIn, itemsIn, refusedFields, rowIn, type Person } from '../support/console-person.ts'
import { bothDatabases } from '../support/databases.ts'
import { listenTo } from '../support/event-client.ts'
import { fetchServed } from '../support/fetch-served.ts'
import { useServer } from '../support/use-server.ts'

const hourMs = 3_600_000
const start = Date.parse('2023-09-05T20:00:00Z')
const inHours = (hours: number) => new Date(start + hours * hourMs).toISOString().replace('.000', '')
const registry = createRegistry(serverModules)
const timed = serverModules.filter(({ definition }) => definition.publishedFrom !== undefined)
const names = timed.map(({ definition }) => definition.name)
const both = (text: string) => ({ 'zh-CN': text, en: text })
const shell = '<!doctype html><html><head><title>Shell</title></head><body></body></html>'

const all = (places: Record<string, boolean>, isThere: boolean) =>
  Object.fromEntries(Object.keys(places).map((key) => [key, isThere]))

bothDatabases('rows with a publication time to come', (place) => {
  let organiser: Person
  let reader: Person
  const server = useServer(place, {
    start,
    eachTest: 'starts again',
    late: () => ({ distDir: join(place.place.dataDir, 'dist') }),
    fill: async ({ dataDir, db, storage, write }) => {
      await createShellFolder(join(dataDir, 'dist'), shell)
      for (const { definition } of timed) {
        const { name, fields } = definition
        const file = { no: `F${name}`, name: 'a.pdf', mediaType: 'application/pdf', bytes: Buffer.from(name) }
        if (fields['file']) await storeFile(db.kysely, storage, file, server.now())
        const row = (id: string, published_at: string) => ({
          id,
          title: both(`Zanzibar ${id} ${name}`),
          published_at,
          status: 'published',
          ...(fields['no'] && { no: `${id}-${name}` }),
          ...(fields['file'] && { file: { no: `F${name}` } }),
        })
        await write(definition, [row('late', inHours(2)), row('later', inHours(200))])
        if (!fields['file']) await write(definition, [row('early', inHours(-1))])
      }
    },
  })
  beforeAll(async () => {
    organiser = await addSignedIn(server, { role: 'organiser' })
    reader = await addSignedIn(server, { role: 'participant' })
  })

  const text = async (path: string, token?: string) => {
    const answer = await fetchServed(`${server.url}${path}`, {
      headers: { accept: 'text/html,*/*', ...(token !== undefined && { authorization: token }) },
    })
    return answer.ok ? answer.text() : ''
  }
  const api = (path: string, token?: string) => text(`/api${path}`, token)

  /** Places where somebody meets a row of the module, each with whether it is there. */
  async function placesOf(name: string, id: string): Promise<Record<string, boolean>> {
    const title = `Zanzibar ${id} ${name}`
    const module = registry.get(name)
    const isArticle = (articleModuleNames as readonly string[]).includes(name)
    const pageOf = { informations: '/news', documents: '/download', qa: '/qa' }[name]
    const found: Record<string, boolean> = {
      list: (await api(paths.list(name))).includes(title),
      'list of who is signed in': (await api(paths.list(name), reader.token)).includes(title),
      row: (await api(paths.detail(name, id))).includes(title),
      search: (await api('/front/search?q=zanzibar')).includes(title),
    }
    if (isArticle) {
      found['by number'] = (await api(paths.article(`${id}-${name}`))).includes(title)
      found['page and its head'] = (await text(`/article/view/${id}-${name}`)).includes(title)
      found['sitemap'] = (await text('/sitemap.xml')).includes(`${id}-${name}<`)
    }
    if (module.definition.fields['no'] && !module.definition.fields['file'])
      found['neighbour'] = (await api(paths.article(`early-${name}`))).includes(title)
    if (pageOf !== undefined) found['page with data'] = (await text(pageOf)).includes(title)
    if (module.definition.fields['file'])
      found['file'] = (await api(`/front/download/file/F${name}`)) === name
    return found
  }

  test('are nowhere before their time, and everywhere from then on, without anybody doing anything', async () => {
    const tags = async () => (await fetchServed(`${server.url}/api${paths.list('qa')}`)).headers.get('etag')
    const before = await tags()
    expect(names).toEqual(expect.arrayContaining(['informations', 'documents', 'qa', 'materials']))
    for (const name of names) {
      const places = await placesOf(name, 'late')
      expect({ name, ...places }).toEqual({ name, ...all(places, false) })
    }
    const [known] = await server.db.kysely
      .selectFrom('module_revisions')
      .select('revision')
      .where('module', '=', 'qa')
      .execute()
    // Screens that are open learn of it, and find the rows when they ask again.
    const screen = await listenTo(server.url, reader.token)
    expect(await publishDue(server.db, registry, new Date(inHours(1.9)))).toEqual([])
    expect(await publishDue(server.db, registry, new Date(inHours(2)))).toEqual(names)
    // A second server that looks has nothing left to do.
    expect(await publishDue(server.db, registry, new Date(inHours(2)))).toEqual([])
    const heard = () => screen.changes.map(({ module }) => module).toSorted()
    await expect.poll(heard, { timeout: 5000 }).toEqual(names.toSorted())
    for (const name of names) {
      const places = await placesOf(name, 'late')
      expect({ name, ...places }).toEqual({ name, ...all(places, true) })
      const later = await placesOf(name, 'later')
      expect({ name, ...later, file: false }).toEqual({ name, ...all(later, false), file: false })
    }
    expect(await tags()).not.toBe(before)
    const [grown] = await server.db.kysely
      .selectFrom('module_revisions')
      .select('revision')
      .where('module', '=', 'qa')
      .execute()
    expect(grown?.revision).toBe((known?.revision ?? 0) + 1)
  })

  test('are seen by organisers, and cannot be marked with a star', async () => {
    const listed = itemsIn(await organiser.get(paths.list('informations'), { drafts: '1' }))
    expect(listed.map(({ id }) => id)).toContain('later')
    const { body } = await organiser.get(paths.metadata('informations'))
    const when = [{ param: 'status', op: 'eq', value: 'published' }]
    expect(body.data).toMatchObject({ publication: { from: 'published_at', when } })
    expect((await reader.get(paths.metadata('informations'))).body.data).not.toHaveProperty('publication')
    const star = { item_module: 'informations', item_id: 'later' }
    expect(refusedFields(await reader.post(paths.post('favourites'), star))).not.toEqual([])
  })

  test('are public at once when the time is moved back, and hidden when it is moved on', async () => {
    const { version } = rowIn(await organiser.get(paths.detail('qa', 'later'), { drafts: '1' }))
    const edit = (at: string, seen: number) =>
      organiser.post(paths.edit('qa'), { id: 'later', version: seen, published_at: at })
    expect((await edit(inHours(0), version)).status).toBe(200)
    expect(await api(paths.list('qa'))).toContain('Zanzibar later qa')
    expect((await edit(inHours(300), version + 1)).status).toBe(200)
    expect(await api(paths.list('qa'))).not.toContain('Zanzibar later qa')
  })

  test('that a wrong clock published are hidden again', async () => {
    await publishDue(server.db, registry, new Date(inHours(301)))
    expect(await publishDue(server.db, registry, new Date(inHours(3)))).toEqual(names)
    await expect.poll(() => api(paths.list('informations')), { timeout: 5000 }).not.toContain('later')
  })
})

test('a database that stays away is reported once, however often it is asked, and again when it goes away anew', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let isAway = true
  const reported = vi.fn<(error: unknown) => void>()
  const db = {
    get kysely() {
      if (isAway) throw new Error('away')
      return {}
    },
  } as Database
  const clock = { now: () => new Date(start) }
  // Of no modules the database is asked nothing.
  const stop = startPublishing({ db, registry: createRegistry([]), clock }, reported)
  await vi.advanceTimersByTimeAsync(3500)
  expect(reported).toHaveBeenCalledTimes(1)
  isAway = false
  await vi.advanceTimersByTimeAsync(1000)
  isAway = true
  await vi.advanceTimersByTimeAsync(2000)
  expect(reported).toHaveBeenCalledTimes(2)
  await stop()
})

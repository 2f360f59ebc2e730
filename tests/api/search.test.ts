import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import type { SearchData, SearchGroup } from '#contract/api.ts'
import { serverModules } from '#server/modules/index.ts'
import { createRegistry } from '#server/engine/schema/registry.ts'
import { refreshSearchTexts } from '#server/engine/write/refresh-search.ts'
import { cacheCount } from '#server/engine/query/list-rows.ts'
import type { RowToWrite } from '#server/engine/write/write-rows.ts'
import { bothDatabases } from '../support/databases.ts'
import { startEngineApp, useEngineApp } from '../support/engine-app.ts'
import { exhibitsServer, hallsServer, exhibits } from '../support/exhibits.ts'

const modules = [...serverModules, exhibitsServer, hallsServer]
const registry = createRegistry(modules)
const at = '2023-08-01T00:00:00Z'
const text = (zh: string, en: string) => ({ 'zh-CN': zh, en })
const doc = (...paragraphs: string[]) => ({
  type: 'doc',
  content: paragraphs.map((words) => ({ type: 'paragraph', content: [{ type: 'text', text: words }] })),
})

const filler =
  '为便于各位代表安排行程，组委会将参会事项说明如下，请各位代表提前了解相关安排并做好准备。'.repeat(3)

const published = { published_at: at, status: 'published' }
const talk = { type: 'talk', starts_at: at, ends_at: at }

const rows: Readonly<Record<string, readonly RowToWrite[]>> = {
  sessions: [
    {
      id: 's1',
      ...talk,
      state: 'confirmed',
      title: text('新型储能与电网', 'Storage and the grid'),
      abstract: text('讨论钠离子电池。', 'On sodium batteries.'),
    },
    { id: 's2', ...talk, state: 'draft', title: text('储能草稿', 'Storage draft') },
  ],
  speakers: [
    {
      id: 'p1',
      name: text('示例嘉宾', 'Example Speaker'),
      organisation: text('储能研究院', 'Storage Institute'),
    },
  ],
  informations: Array.from({ length: 45 }, (_, index) => ({
    id: `n${index}`,
    no: `N${String(index).padStart(3, '0')}`,
    title: text(`论坛动态${index}`, `Forum news ${index}`),
    ...published,
    published_at: `2023-08-01T00:${String(index).padStart(2, '0')}:00Z`,
    body: {
      'zh-CN': doc(filler, '班车由苏州北站出发，前往会场。'),
      en: doc('A shuttle leaves the station.'),
    },
  })),
  qa: [
    {
      id: 'q1',
      no: 'Q001',
      position: 1,
      title: text('有素食吗？', 'Is there vegetarian food?'),
      ...published,
      body: { 'zh-CN': doc('宴会厅设有专区。'), en: doc('At a counter of its own.') },
    },
    {
      id: 'q2',
      no: 'Q002',
      position: 2,
      title: text('专区在哪里？', 'Where is the counter?'),
      ...published,
      status: 'asked',
      owner_id: 'somebody',
    },
  ],
  pages: [
    {
      id: 'g1',
      position: 1,
      slug: 'hotels',
      title: text('住宿', 'Hotels'),
      body: { 'zh-CN': doc('湖滨酒店距会场两公里。'), en: doc('The Lakeside Hotel.') },
    },
  ],
  exhibitors: [
    { id: 'x1', position: 1, name: text('示例储能', 'Example Storage'), kind: 'storage', booth: 'A12' },
  ],
}

bothDatabases('the search', (place) => {
  const app = useEngineApp(place, modules, {
    fill: async ({ write }) => {
      for (const [name, list] of Object.entries(rows)) await write(registry.get(name).definition, list)
      const secret = { secret: 'hidden', passport: 'E99', code: 'C1', state: 'shown' }
      await write(exhibits, [{ id: 'e1', name: text('展品', 'Piece'), ...secret }])
    },
  })

  const ask = async (query: Readonly<Record<string, string>>, as?: string) =>
    (await app.get<SearchData>('/front/search', query, as)).body.data.groups
  const found = async (q: string, as?: string) =>
    (await ask({ q }, as))
      .filter(({ total }) => total > 0)
      .map(({ name, items }) => [name, items.map(({ id }) => id).join()])
  const addSpeaker = (id: string) =>
    app.write(registry.get('speakers').definition, [
      { id, name: text('抽水', 'Pumped'), organisation: text('', ''), biography: text('', '') },
    ])
  const group = async (query: Readonly<Record<string, string>>): Promise<SearchGroup> => {
    const [first] = await ask(query)
    if (!first) throw new Error('no group')
    return first
  }

  it('has its groups in the order of the modules, with a page of each [38]', async () => {
    const groups = await ask({ q: '储能', size: '4' })
    const names = 'meetings speakers informations documents materials qa pages places exhibitors exhibits'
    expect(groups.map(({ name }) => name)).toEqual(names.split(' '))
    for (const { page, size } of groups) expect({ page, size }).toEqual({ page: 1, size: 4 })
    expect(groups.map(({ total }) => total)).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 1, 0])
  })

  it('finds words of answers, articles and pages, of titles’ initials, in either language [38]', async () => {
    expect(await found('专区')).toEqual([['qa', 'q1']])
    expect(await found('lakes')).toEqual([['pages', 'g1']])
    expect(await found('xxcn')).toEqual([['meetings', 's1']])
    expect(await found('cny')).toEqual([['meetings', 's1']])
    expect(await found('ＳＯＤＩＵＭ 储能')).toEqual([['meetings', 's1']])
    expect(await found('研究院')).toEqual([['speakers', 'p1']])
  })

  it('pages through a group, newest first, each row once', async () => {
    const pages = await Promise.all(
      ['1', '2', '3', '4'].map((page) => group({ q: '班车', module: 'informations', page })),
    )
    expect(pages.map(({ page, size, total, items }) => [page, size, total, items.length])).toEqual([
      [1, 20, 45, 20],
      [2, 20, 45, 20],
      [3, 20, 45, 5],
      [4, 20, 45, 0],
    ])
    const ids = pages.flatMap(({ items }) => items.map(({ id }) => id))
    expect(ids).toEqual(Array.from({ length: 45 }, (_, index) => `n${44 - index}`))
  })

  it('shows where the words stand, and what an address is made of [38]', async () => {
    const [hit] = (await group({ q: '苏州北站', module: 'informations' })).items
    expect(hit?.excerpt['zh-CN']).toMatch(/^….{0,40}苏州北站出发/)
    expect(hit?.excerpt.en).toBe('A shuttle leaves the station.')
    expect(hit?.fields).toEqual({ no: 'N044', published_at: '2023-08-01T00:44:00Z' })
    const [page] = (await group({ q: 'hotel', module: 'pages' })).items
    expect(page).toMatchObject({ title: text('住宿', 'Hotels'), fields: { slug: 'hotels' } })
    const [session] = (await group({ q: '钠离子', module: 'sessions' })).items
    expect(session?.fields).toMatchObject({ starts_at: at, state: 'confirmed', room: null })
  })

  it('tells neither rows that are not published nor fields that the caller does not read [38]', async () => {
    expect(await found('草稿')).toEqual([])
    expect(await found('counter')).toEqual([['qa', 'q1']])
    for (const as of [undefined, 'participant']) {
      expect(await found('hidden', as)).toEqual([])
      const answer = await app.get('/front/search', { q: 'piece' }, as)
      expect(answer.text).toContain('C1')
      expect(answer.text).not.toMatch(/hidden|E99|secret|owner_id|somebody/)
    }
    const staff = await app.get<SearchData>('/front/search', { q: 'piece', module: 'test_exhibits' }, 'staff')
    expect(staff.body.data.groups[0]?.items[0]?.fields).toEqual({
      code: 'C1',
      secret: '***',
      passport: '***',
    })
  })

  it.each([
    ['operators of a query language', '" OR 1=1 -- * NEAR(a b) {x}:y^2'],
    ['an emoji', '👩‍👩‍👧 🚲'],
    ['half a character', '\uD83D'],
    ['spaces of all kinds', '\u00A0\u3000\t\n'],
    ['tsquery’s own words', "xa' & !yb <-> zc:*"],
    ['many words', Array.from({ length: 50 }, (_, index) => `a${index}`).join(' ')],
  ])('answers %s with nothing, and goes on', async (_, q) => {
    const answer = await app.get<SearchData>('/front/search', { q })
    expect(answer.status).toBe(200)
    expect(answer.body.data.groups.filter(({ total }) => total > 0)).toEqual([])
  })

  it('counts anew what it counted before, once something was added', async () => {
    expect(await found('抽水')).toEqual([])
    await addSpeaker('pumped1')
    expect(await found('抽水')).toEqual([['speakers', 'pumped1']])
    await addSpeaker('pumped2')
    expect((await group({ q: '抽水', module: 'speakers' })).total).toBe(2)
  })

  it('tells how many there are though what was counted before is forgotten while it is asked', async () => {
    const forgetful: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        for (let no = 0; no < 2500; no += 1) cacheCount(kysely, `list ${no}`, { revision: 0, total: 0 })
        return result
      },
    }
    const kysely = app.db.kysely.withPlugin(forgetful)
    const asked = await startEngineApp({ ...app.db, kysely }, modules)
    const ask = () => asked.get<SearchData>('/front/search', { q: '储能', size: '4' })
    for (const { body } of [await ask(), await ask()])
      expect(body.data.groups.map(({ total }) => total)).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 1, 0])
    await asked.close()
  })

  it('refuses words that are too long, pages and sizes that are none [38]', async () => {
    const refused = async (query: Readonly<Record<string, string>>) => {
      const { status, body } = await app.get('/front/search', query)
      return [status, body.error?.fields[0]?.path]
    }
    expect(await refused({ q: 'a'.repeat(201) })).toEqual([400, 'q'])
    expect(await refused({ q: 'a', page: '0' })).toEqual([400, 'page'])
    expect(await refused({ q: 'a', size: '101' })).toEqual([400, 'size'])
    expect((await app.get('/front/search', { q: 'a\0b' })).status).toBe(400)
  })

  it('finds rows by fields that are searched since a new version, once the server started with it', async () => {
    await app.db.kysely.deleteFrom('search_texts').execute()
    await app.db.transaction((trx) =>
      trx
        .updateTable('qa' as never)
        .set({ search_text: 'wold' } as never)
        .execute(),
    )
    expect(await found('专区')).toEqual([])
    expect(await refreshSearchTexts(app.db, registry)).toContain('qa')
    expect(await found('专区')).toEqual([['qa', 'q1']])
    expect(await refreshSearchTexts(app.db, registry)).toEqual([])
  })
})

import { beforeAll, expect, it } from 'vitest'
import type { ListData } from '#contract/envelope.ts'
import { moduleTables } from '#server/db/module-tables.ts'
import { refreshSearchTexts } from '#server/engine/write/refresh-search.ts'
import { createRegistry } from '#server/engine/schema/registry.ts'
import type { RowToWrite } from '#server/engine/write/write-rows.ts'
import { bothDatabases } from '../support/databases.ts'
import { useEngineApp } from '../support/engine-app.ts'
import { exhibits, exhibitsServer, hallsServer } from '../support/exhibits.ts'
import { sortNaively } from '../support/naive-list.ts'

type Row = Record<string, unknown> & { id: string; version: number }
type List = ListData<Row>

const words = ['储能', '能源转型', 'Energy', 'energy 50%', 'a_b', 'x,y|z#1', '09:00', '']
const pick = <T>(values: readonly T[], index: number): T => values[index % values.length] as T
const path = '/front/query/test_exhibits/all'
const plainOrder = { direction: 'desc', locale: 'zh-CN', isText: false } as const

/** Every tenth is a draft. */
const rows: RowToWrite[] = Array.from({ length: 40 }, (_, index) => ({
  id: `e${index}`,
  name: {
    'zh-CN': `展位${pick(words, index)}${index % 9}`,
    en: index % 4 ? `Stand ${pick(words, index)}` : '',
  },
  story: { 'zh-CN': '关于碳市场与绿色金融的故事', en: 'A story' },
  seats: index % 6 ? (index * 7) % 11 : null,
  mail: `m${index % 3}@example.org`,
  colour: [null, 'red', 'green', 'blue'][index % 4],
  state: index % 10 ? 'shown' : 'draft',
}))

bothDatabases('lists of a module that exists only here', (place) => {
  const app = useEngineApp(place, [exhibitsServer, hallsServer], {
    fill: ({ write }) => write(exhibits, rows),
  })
  let shown: Row[]
  beforeAll(async () => {
    shown = (await list({ size: '0', fields: Object.keys(exhibits.fields).join(',') })).items
  })

  async function list(query: Readonly<Record<string, string>>): Promise<List> {
    const answer = await app.get<List>(path, query, 'organiser')
    expect(answer.body.msg).toBe('OK')
    return answer.body.data
  }

  it('finds every part of a Chinese text, and words by their beginnings', async () => {
    const text = '关于碳市场与绿色金融的故事'
    for (const part of ['碳', '事', '碳市', '绿色金融', text]) {
      expect(await list({ q: part })).toMatchObject({ total: 36 })
    }
    expect((await list({ q: '市与' })).total).toBe(0)
    expect((await list({ q: '%' })).total).toBe(0)
    const naive = shown.filter((row) => /\benergy/i.test(JSON.stringify(row['name'])))
    expect((await list({ q: 'ENER' })).total).toBe(naive.length)
  })

  it('pages without a gap or a repeat, in the language of the caller', async () => {
    const ids: string[] = []
    for (const page of ['1', '2', '3', '4']) {
      const answer = await list({ size: '10', page, sorters: 'colour:desc', fields: 'id' })
      ids.push(...answer.items.map((row) => row.id))
      expect(answer.total).toBe(36)
    }
    const choices = exhibits.fields.colour.options
    const byLabel = { ...plainOrder, field: 'colour', choices }
    expect(ids).toEqual(sortNaively(shown, byLabel).map((row) => row.id))
    const english = await app.call('GET', `${path}?size=100&sorters=name:asc`, {
      'accept-language': 'en',
    })
    expect((english.body.data as List).items.map((row) => row.id)).toEqual(
      sortNaively(shown, { field: 'name', direction: 'asc', locale: 'en', isText: true }).map(
        (row) => row.id,
      ),
    )
    expect(english.headers['vary']).toContain('Accept-Language')
    const bySeats = await app.call('GET', `${path}?sorters=seats:asc`, {})
    expect(bySeats.headers['vary']).not.toContain('Accept-Language')
    expect((await list({ page: '9' })).items).toEqual([])
    expect((await list({ page: '9' })).total).toBe(36)
  })

  it('shows drafts to whoever may see them, and only when they are asked for [232]', async () => {
    expect((await list({ drafts: '1' })).total).toBe(40)
    expect((await app.get(path, { drafts: '1' })).status).toBe(401)
    expect((await app.get(path, { drafts: '1' }, 'staff')).status).toBe(404)
    expect((await app.get('/front/query/test_exhibits/e0', {}, 'organiser')).status).toBe(404)
    expect((await app.get('/front/query/test_exhibits/e0', { drafts: '1' }, 'organiser')).status).toBe(200)
  })

  it.each([
    [{ filters: 'seats:eq:3000000000' }, 'query.invalid_value', 'seats'],
    [{ filters: 'built_at:gt:2023-02-30T00#00#00Z' }, 'query.invalid_value', 'built_at'],
    [{ filters: 'opens_on:gt:1693526400000' }, 'query.invalid_value', 'opens_on'],
    [{ filters: 'is_open:eq:yes' }, 'query.invalid_value', 'is_open'],
    [{ filters: 'colour:eq:pink' }, 'query.invalid_value', 'colour'],
    [{ filters: 'seats:between:1' }, 'query.invalid_value', 'seats'],
    [{ filters: 'seats:constructor:1' }, 'query.unknown_operator', 'seats'],
    [{ filters: 'seats' }, 'query.invalid_filter', 'seats'],
    [{ filters: '__proto__:eq:1' }, 'query.unknown_field', '__proto__'],
    [{ fq: '[' }, 'query.invalid_filter', 'fq'],
    [{ filters: Array(21).fill('seats:eq:1').join(',') }, 'query.too_many_filters', 'filters'],
    [{ sorters: 'seats:up' }, 'query.invalid_sorter', 'seats:up'],
    [{ sorters: 'seats:asc,price:asc,code:asc,name:asc' }, 'query.too_many_sorters', 'sorters'],
    [{ sorters: 'guests:asc' }, 'query.unknown_field', 'guests'],
    [{ page: '1.5' }, 'query.invalid_page', 'page'],
    [{ size: '-1' }, 'query.invalid_size', 'size'],
    [{ page: '501', size: '20' }, 'query.too_far', 'page'],
    [{ fields: 'name,nope' }, 'query.unknown_field', 'nope'],
  ])('refuses %j with %s [282]', async (query, key, named) => {
    const answer = await app.get(path, query, 'organiser')
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatchObject({ key, fields: [{ path: named, key }] })
    expect(answer.body.msg).not.toContain('query.')
  })

  it.each([path, '/front/query/test_exhibits/e1', '/relationship/test_exhibits', '/front/search'])(
    'refuses what %s does not know in its address',
    async (at) => {
      const { status, body } = await app.get(at, { filter: 'seats:eq:1' }, 'organiser')
      expect([status, body.error?.fields?.[0]]).toMatchObject([400, { path: 'filter', key: 'field.unknown' }])
    },
  )

  it('takes the wildcards of LIKE for what they are', async () => {
    const totalOf = async (value: string) => {
      const fq = JSON.stringify([{ param: 'mail', op: 'like', value }])
      return (await app.get<List>(path, { fq }, 'organiser')).body.data.total
    }
    const wild = { ...rows[1], id: 'wild', mail: 'a_100%@x.org' }
    await app.write(exhibits, [wild])
    app.expire()
    expect(await totalOf('100%@')).toBe(1)
    expect(await totalOf('a_1')).toBe(1)
    expect(await totalOf('a%@')).toBe(0)
    expect(await totalOf('__100')).toBe(0)
  })

  it('answers 20 rows a page when a list does not say, 100 at most, and 500 to organisers [200]', async () => {
    expect((await app.get<List>(path, {}, 'anonymous')).body.data).toMatchObject({ page: 1, size: 20 })
    const statusOf = async (size: string, reader: 'anonymous' | 'organiser') =>
      (await app.get(path, { size }, reader)).status
    expect([await statusOf('100', 'anonymous'), await statusOf('101', 'anonymous')]).toEqual([200, 400])
    expect([await statusOf('500', 'organiser'), await statusOf('501', 'organiser')]).toEqual([200, 400])
  })

  it('answers a list that is unchanged with 304, and a changed one anew', async () => {
    const url = `${path}?size=100`
    const headers = { 'accept-encoding': 'br' }
    const first = await app.call('GET', url, headers)
    const again = await app.call('GET', url, headers)
    expect(again.headers['content-encoding']).toBe('br')
    const tag = String(again.headers['etag'])
    expect((await app.call('GET', url, { ...headers, 'if-none-match': tag })).status).toBe(304)
    expect(
      (await app.call('GET', url, { ...headers, 'if-none-match': String(first.headers['etag']) })).status,
    ).toBe(304)
    const changed = { id: 'e1', code: `changed ${app.db.dialect}` }
    await app.write(exhibits, [changed])
    app.expire()
    const after = await app.call('GET', url, { ...headers, 'if-none-match': tag })
    expect(after.status).toBe(200)
    expect(after.headers['etag']).not.toBe(tag)
  })
})

const register = [
  '艾样本',
  '陈样本',
  '黎样本',
  '李样本',
  '欧阳样本',
  '单样本',
  '曾样本',
  '张样本',
  '第2厅',
  '第10厅',
  '',
]
const alphabet = ['', 'ai', 'Bob', 'Chen', 'Émile', 'Hall 2', 'Hall 10', 'Li', 'Ouyang', 'zhang', 'zoe']

/** In another order. */
const inHan = (index: number) => register[(index * 7) % register.length] as string
const inLatin = (index: number) => alphabet[(index * 4) % alphabet.length] as string

bothDatabases('lists sorted by a text that people read', (place) => {
  const app = useEngineApp(place, [exhibitsServer, hallsServer], {
    fill: ({ write }) =>
      write(
        exhibits,
        register.map((_, index) => ({
          id: `r${index}`,
          name: { 'zh-CN': inHan(index) || '空', en: inLatin(index) || 'A' },
          code: inLatin(index) || null,
          colour: [null, 'red', 'green', 'blue', 'red'][index] ?? null,
          state: 'shown',
        })),
      ),
  })

  async function listNames(locale: 'zh-CN' | 'en', sorters: string): Promise<string[]> {
    const pages = await Promise.all(
      ['1', '2', '3'].map((page) =>
        app.call('GET', `${path}?size=4&page=${page}&sorters=${sorters}`, { 'accept-language': locale }),
      ),
    )
    const rows = pages.flatMap(({ body }) => (body.data as List).items)
    return rows.map(({ name, code }) =>
      sorters.startsWith('code')
        ? ((code ?? '') as string)
        : ((name as Record<string, string>)[locale] as string),
    )
  }

  async function listColours(locale: 'zh-CN' | 'en'): Promise<unknown[]> {
    const { body, headers } = await app.call(
      'GET',
      `${path}?size=100&sorters=colour:asc&filters=colour:empty:0`,
      {
        'accept-language': locale,
      },
    )
    expect(headers['vary']).toContain('Accept-Language')
    return (body.data as List).items.map((row) => row['colour'])
  }

  it('follow pinyin with the reading of surnames, the alphabet in any case, and numbers, over all pages', async () => {
    const han = register.filter((name) => name.endsWith('样本'))
    const sorted = await listNames('zh-CN', 'name:asc')
    expect(sorted.filter((name) => han.includes(name))).toEqual(han)
    expect(sorted.indexOf('第2厅')).toBeLessThan(sorted.indexOf('第10厅'))
    expect(await listNames('en', 'name:asc')).toEqual(['A', ...alphabet.slice(1)])
    expect(await listNames('en', 'name:desc')).toEqual(['A', ...alphabet.slice(1)].toReversed())
    expect(await listNames('zh-CN', 'code:asc')).toEqual(alphabet)
  })

  it('follow it for choices, by their labels in the language of the reader', async () => {
    expect(await listColours('zh-CN')).toEqual(['red', 'red', 'blue', 'green'])
    expect(await listColours('en')).toEqual(['green', 'blue', 'red', 'red'])
  })

  it('follow it for rows of before, once the server started', async () => {
    await app.db.transaction(async (trx) => {
      await trx.deleteFrom('search_texts').execute()
      await moduleTables(trx).updateTable('test_exhibits').set({ sort_keys: '{}' }).execute()
    })
    await refreshSearchTexts(app.db, createRegistry([exhibitsServer, hallsServer]))
    app.expire()
    expect(await listNames('zh-CN', 'code:asc')).toEqual(alphabet)
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { rooms } from '../../contract/modules/rooms.ts'
import { sessions } from '../../contract/modules/sessions.ts'
import type { ModuleDefinition } from '../../contract/module-definition.ts'
import type { Database } from '../../server/db/client.ts'
import { removeRows, type RowToWrite } from '../../server/engine/write-rows.ts'
import { eachDatabase } from '../support/databases.ts'
import { findFaults } from '../support/linked-data.ts'
import { addressesOf, askPage, type ServedPage } from '../support/served-page.ts'
import { type TestServer, fetchServed } from '../support/server.ts'
import { both, hostile, now, publicUrl, session, startPageHeadsForum } from '../support/page-heads-forum.ts'

eachDatabase('what pages say of themselves', (suite) => {
  let db: Database
  let server: TestServer
  let write: (definition: ModuleDefinition, rows: RowToWrite[]) => Promise<unknown>
  const ask = (path: string): Promise<ServedPage> => askPage(server.url + path)

  beforeAll(async () => {
    // Compiling schema.org's classes takes seconds, in which a server beside it would count itself as overloaded.
    findFaults({ '@context': 'https://schema.org', '@type': 'Event' })
    ;({ db, server, write } = await startPageHeadsForum(suite))
  })
  afterAll(() => server.close())

  test('a session says when, where and about what, in the language of its address', async () => {
    const chinese = await ask('/agenda/talk')
    expect(chinese).toMatchObject({
      status: 200,
      lang: 'zh-CN',
      title: 'talk（中） · 能源转型论坛',
      canonical: `${publicUrl}/agenda/talk`,
    })
    expect(chinese.metas).toMatchObject({
      description: '2023年9月6日 10:00–10:30 · Taihu Hall（中） · An abstract. It goes on.（中）',
      'og:title': 'talk（中） · 能源转型论坛',
      'og:url': `${publicUrl}/agenda/talk`,
      'og:type': 'website',
      'og:locale': 'zh_CN',
      'og:image': `${publicUrl}/share.png`,
      'twitter:card': 'summary_large_image',
    })
    const english = await ask('/agenda/talk?lang=en')
    expect(english).toMatchObject({
      lang: 'en',
      title: 'talk · Energy Forum',
      canonical: `${publicUrl}/agenda/talk?lang=en`,
    })
    expect(english.metas['description']).toBe(
      '6 September 2023, 10:00–10:30 · Taihu Hall · An abstract. It goes on.',
    )
    expect(chinese.alternates).toEqual({
      'zh-CN': `${publicUrl}/agenda/talk`,
      en: `${publicUrl}/agenda/talk?lang=en`,
      'x-default': `${publicUrl}/agenda/talk`,
    })
    expect(english.alternates).toEqual(chinese.alternates)
  })

  test('the browser’s language changes nothing: an address has one page', async () => {
    const first = await ask('/agenda/talk')
    const second = await askPage(`${server.url}/agenda/talk`, { 'accept-language': 'en' })
    expect(second.html).toBe(first.html)
    expect((await ask('/agenda/talk?lang=fr')).html).toBe(first.html)
  })

  test('English stands where there is nothing else', async () => {
    expect((await ask('/agenda/english')).title).toBe('Only English · 能源转型论坛')
  })

  test('an article has its summary, its cover where it has one, and its number as it is', async () => {
    const news = await ask('/article/view/007')
    expect(news.title).toBe('news（中） · 能源转型论坛')
    expect(news.metas).toMatchObject({ description: 'About news（中）', 'og:type': 'article' })
    expect(news.metas['og:image']).toMatch(/^https:\/\/forum\.example\/api\/front\/download\/file\/[\w-]+$/)
    const question = await ask('/article/view/Q1')
    expect(question.metas).toMatchObject({
      description: 'question（中）',
      'og:image': `${publicUrl}/share.png`,
    })
    expect((await ask('/article/category/c1')).title).toBe('Guides（中） · 能源转型论坛')
    const exhibitor = await ask('/show/e1?lang=en')
    expect([exhibitor.title, exhibitor.metas['description']]).toEqual([
      'Air · Energy Forum',
      'B02 · Salt caverns.',
    ])
  })

  test.each([
    '/',
    '/agenda',
    '/news',
    '/live',
    '/show',
    '/download',
    '/suzhou',
    '/qa',
    '/qa/ask',
    '/register',
    '/install',
  ])('%s has words of its own in both languages, and one address in each', async (path) => {
    const [chinese, english] = [await ask(path), await ask(`${path}?lang=en`)]
    expect(chinese.canonical).toBe(publicUrl + path)
    expect(english.canonical).toBe(`${publicUrl}${path}?lang=en`)
    expect(chinese.title).toMatch(/论坛/)
    expect(english.title).toMatch(/Forum/)
    expect(english.title).not.toMatch(/\p{Script=Han}/u)
    expect(chinese.metas['description']).toContain('2023年9月5日至7日')
    expect(english.metas['description']).toContain('5–7 September 2023')
    expect(chinese.metas['robots']).toBeUndefined()
  })

  test('hostile titles stay text, and whole', async () => {
    const page = await ask('/agenda/hostile')
    expect(page.html).not.toMatch(/<script>alert|<img/)
    expect(page.title).toBe(`${hostile} · 能源转型论坛`)
    expect(page.metas['og:title']).toBe(`${hostile} · 能源转型论坛`)
    expect(page.data).toMatchObject([{ name: hostile, description: hostile }])
    expect(page.html.match(/<\/head>/g)).toHaveLength(1)
  })

  test.each([
    '/agenda/nothing',
    '/agenda/secret-draft',
    '/agenda/all',
    `/agenda/${'a'.repeat(99)}`,
    '/article/view/7',
    '/article/view/008',
    '/article/view/Q2',
    '/article/view/secret-news',
    '/article/view/%22%3E%3Cscript%3E',
    '/article/category/nothing',
    '/show/nothing',
  ])('%s is 404 with the app, and the same as any other place of nothing [T11]', async (path) => {
    const page = await ask(path)
    expect(page.status).toBe(404)
    expect(page.html).toContain('id="root"')
    expect(page.metas['robots']).toBe('noindex')
    expect(page.canonical).toBeUndefined()
    const like = `${/^\/(agenda|show|article\/view)/.exec(path)?.[0] ?? '/article/view'}/surely-nothing`
    expect(page.html).toBe((await ask(like)).html)
  })

  test.each([
    '/nowhere',
    '/agenda/take',
    '/search',
    '/search?q=x',
    '/user/login',
    '/login',
    '/console/users',
    '/agenda/a/b',
  ])('%s is the app, and nobody is to list it', async (path) => {
    const page = await ask(path)
    expect(page.status).toBe(200)
    expect(page.metas['robots']).toBe('noindex')
    expect(page.canonical).toBeUndefined()
  })

  test('what is not published, and what was taken away, appears in no page, sitemap or feed', async () => {
    await write(sessions, [session('secret-gone')])
    await db.transaction((trx) => removeRows(trx, sessions, ['secret-gone'], { now }))
    for (const path of ['/', '/agenda', '/agenda/talk', '/sitemap.xml', '/schedule.jsonld'])
      expect({ path, tells: /secret/.test((await ask(path)).html) }).toEqual({ path, tells: false })
    expect((await ask('/agenda/secret-gone')).status).toBe(404)
  })

  test('the forum, its sub-forums and its sessions are events of schema.org', async () => {
    const whole = await (await fetchServed(`${server.url}/schedule.jsonld?lang=en`)).json()
    const pages = [await ask('/'), await ask('/agenda/talk?lang=en'), await ask('/agenda/bare')]
    for (const data of [...pages.flatMap((page) => page.data), whole]) expect(findFaults(data)).toEqual([])
    const [home] = pages[0]?.data ?? []
    expect(home).toMatchObject({
      '@type': 'Event',
      startDate: '2023-09-05',
      endDate: '2023-09-07',
      organizer: [{ name: 'Committee（中）' }],
      subEvent: [
        {
          name: 'I Storage（中）',
          startDate: '2023-09-06T09:00:00+08:00',
          location: { name: 'Taihu Hall（中）' },
        },
        { name: 'II Wind（中）', startDate: '2023-09-05' },
      ],
    })
    const [talk] = pages[1]?.data ?? []
    expect(talk).toMatchObject({
      name: 'talk',
      startDate: '2023-09-06T10:00:00+08:00',
      endDate: '2023-09-06T10:30:00+08:00',
      inLanguage: 'en',
      location: { name: 'Taihu Hall', containedInPlace: { name: 'Suzhou International Expo Centre' } },
      performer: [{ '@type': 'Person', name: 'Ada', affiliation: { name: 'Grid Lab' } }],
      superEvent: { name: 'I Storage', superEvent: { name: 'International Energy Transition Forum' } },
      eventStatus: 'https://schema.org/EventScheduled',
    })
    expect(await ask('/agenda/off')).toMatchObject({
      data: [{ eventStatus: 'https://schema.org/EventCancelled' }],
    })
    const names = (whole as { subEvent: { name: string; subEvent?: { name: string }[] }[] }).subEvent.map(
      ({ name, subEvent = [] }) => [name, ...subEvent.map((one) => one.name)],
    )
    expect(names).toEqual([['I Storage', 'off', 'talk'], ['II Wind'], ['bare'], ['Only English'], [hostile]])
  })

  test('the sitemap has every page that may be found, with the time when its row was last written', async () => {
    const sitemap = await fetchServed(`${server.url}/sitemap.xml`)
    expect(sitemap.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const addresses = addressesOf(await sitemap.text())
    const at = '2023-09-05T20:00:00Z'
    expect(Object.fromEntries(addresses)).toEqual({
      ...Object.fromEntries(
        [
          '/',
          '/agenda',
          '/news',
          '/live',
          '/show',
          '/download',
          '/suzhou',
          '/qa',
          '/qa/ask',
          '/register',
          '/install',
        ].map((path) => [publicUrl + path, undefined]),
      ),
      ...Object.fromEntries(
        ['bare', 'english', 'hostile', 'off', 'talk'].map((id) => [`${publicUrl}/agenda/${id}`, at]),
      ),
      [`${publicUrl}/article/view/007`]: at,
      [`${publicUrl}/article/view/Q1`]: at,
      [`${publicUrl}/show/e1`]: at,
      [`${publicUrl}/article/category/c1`]: at,
    })
  })

  test('robots are led to the sitemap, and away from what is no content', async () => {
    const robots = await (await fetchServed(`${server.url}/robots.txt`)).text()
    expect(robots).toContain(`Sitemap: ${publicUrl}/sitemap.xml`)
    for (const line of [
      'Disallow: /api/',
      'Allow: /api/front/query/',
      'Disallow: /console',
      'Disallow: /user',
    ])
      expect(robots.split('\n')).toContain(line)
  })

  test('a page is put together once, and anew when what it tells has changed', async () => {
    const first = await ask('/agenda/bare')
    const again = await fetchServed(`${server.url}/agenda/bare`, {
      headers: { accept: 'text/html', 'if-none-match': first.etag },
    })
    expect(again.status).toBe(304)
    const nothing = await ask('/agenda/nothing')
    const stillNothing = await fetchServed(`${server.url}/agenda/nothing`, {
      headers: { accept: 'text/html', 'if-none-match': nothing.etag },
    })
    expect(stillNothing.status).toBe(404)
    await write(sessions, [session('bare', { title: both('renamed') })])
    // Other servers' writes, as this one, are seen within a second.
    await expect
      .poll(async () => (await ask('/agenda/bare')).title, { timeout: 10_000 })
      .toBe('renamed（中） · 能源转型论坛')
    await write(rooms, [{ id: 'r1', position: 1, name: both('Moved Hall') }])
    await expect
      .poll(async () => (await ask('/agenda/talk')).metas['description'], { timeout: 10_000 })
      .toContain('Moved Hall')
    await write(sessions, [session('bare', { state: 'draft' })])
    await expect.poll(async () => (await ask('/agenda/bare')).status, { timeout: 10_000 }).toBe(404)
    expect((await ask('/sitemap.xml')).html).not.toContain('/agenda/bare')
  })
})

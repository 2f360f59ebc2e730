import { join } from 'node:path'
import { paths } from '../../contract/api.ts'
import { articleCategory } from '../../contract/modules/article-category.ts'
import { exhibitors } from '../../contract/modules/exhibitors.ts'
import { informations } from '../../contract/modules/informations.ts'
import { partners } from '../../contract/modules/partners.ts'
import { qa } from '../../contract/modules/qa.ts'
import { rooms } from '../../contract/modules/rooms.ts'
import { sessions } from '../../contract/modules/sessions.ts'
import { speakers } from '../../contract/modules/speakers.ts'
import { tracks } from '../../contract/modules/tracks.ts'
import type { RowToWrite } from '../../server/engine/write/write-rows.ts'
import { storeFile } from '../../server/files/store-file.ts'
import { createShellFolder } from '../support/shell-folder.ts'
import { addPerson, call, signIn } from '../support/accounts.ts'
import { eachDatabase } from '../support/databases.ts'
import { fetchServed } from '../support/fetch-served.ts'
import { useServer, type SuiteServer } from '../support/use-server.ts'
import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'

const publicUrl = 'https://forum.example'
const forumName = '能源转型论坛'
/** Pages that may be found, beside those of rows. */
const places = [
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
]
const now = new Date('2023-09-05T20:00:00Z')
const both = (text: string) => ({ 'zh-CN': `${text}（中）`, en: text })

const shell =
  '<!doctype html><html lang="zh-CN" dir="ltr"><head><meta name="description" content="of the shell" /><title>Shell</title></head><body><div id="root"></div></body></html>'

/** What would run, or end its place, if it were not taken for text. */
const hostile = `</title></script><script>alert(1)</script>"'><img src=x onerror=alert(2)> $& $1 \u2028`

const session = (id: string, more: object = {}): RowToWrite => ({
  id,
  type: 'talk',
  state: 'confirmed',
  title: both(id),
  starts_at: '2023-09-06T02:00:00Z',
  ends_at: '2023-09-06T02:30:00Z',
  ...more,
})

const article = (id: string, no: string, more: object = {}): RowToWrite => ({
  id,
  no,
  title: both(id),
  summary: both(`About ${id}`),
  published_at: '2023-09-05T01:00:00Z',
  status: 'published',
  ...more,
})

async function fill({ dataDir, db, storage, write }: SuiteServer): Promise<void> {
  await createShellFolder(join(dataDir, 'dist'), shell)
  await write(rooms, [
    { id: 'r1', position: 1, name: both('Taihu Hall') },
    { id: 'r2', position: 2, name: both('Jinji Hall') },
  ])
  await write(speakers, [{ id: 's1', name: both('Ada'), organisation: both('Grid Lab') }])
  await write(tracks, [
    {
      id: 't1',
      position: 1,
      code: 'I',
      name: both('Storage'),
      starts_at: '2023-09-06T01:00:00Z',
      ends_at: '2023-09-06T04:00:00Z',
      room: 'r1',
    },
    { id: 't2', position: 2, code: 'II', name: both('Wind') },
  ])
  await write(partners, [{ id: 'p1', position: 1, kind: 'organiser', name: both('Committee') }])
  await write(sessions, [
    session('talk', {
      track: 't1',
      room: 'r1',
      speakers: ['s1'],
      language: 'en',
      abstract: both('An abstract.\n\nIt goes on.'),
    }),
    session('bare', { abstract: null }),
    session('off', { state: 'cancelled', track: 't1', room: 'r2', other_rooms: ['r1'] }),
    session('secret-draft', { state: 'draft', track: 't1' }),
    session('hostile', {
      title: { 'zh-CN': hostile, en: hostile },
      abstract: { 'zh-CN': hostile, en: '' },
    }),
    session('english', { title: { 'zh-CN': '', en: 'Only English' } }),
  ])
  await write(exhibitors, [
    {
      id: 'e1',
      position: 1,
      kind: 'storage',
      booth: 'B02',
      name: both('Air'),
      description: both('Salt caverns.'),
    },
  ])
  await write(articleCategory, [{ id: 'c1', position: 1, name: both('Guides') }])
  const file = { name: 'c.webp', mediaType: 'image/webp', bytes: new Uint8Array([1]) }
  const cover = await storeFile(db.kysely, storage, file, now)
  await write(informations, [
    article('news', '007', { category: 'c1', cover }),
    article('secret-news', '008', { status: 'draft' }),
  ])
  await write(qa, [
    article('question', 'Q1', { position: 1, summary: null }),
    article('secret-question', 'Q2', { position: 2, status: 'asked' }),
  ])
}

async function askPage(url: string, headers: Record<string, string> = {}) {
  const answer = await fetchServed(url, { headers: { accept: 'text/html,*/*', ...headers } })
  const html = await answer.text()
  const links = [...html.matchAll(/<link\b([^>]*)>/g)].map(([, attributes = '']) => attributesOf(attributes))
  return {
    status: answer.status,
    html,
    etag: answer.headers.get('etag') ?? '',
    lang: /<html\b[^>]*\blang="([^"]*)"/.exec(html)?.[1],
    title: unescape(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
    /** Contents of `meta` elements by their name or property. */
    metas: Object.fromEntries<string | undefined>(
      [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)].map(
        ([, name = '', content = '']) => [name, unescape(content)],
      ),
    ),
    canonical: links.find(({ rel }) => rel === 'canonical')?.['href'],
    alternates: Object.fromEntries(
      links.filter(({ rel }) => rel === 'alternate').map(({ hreflang = '', href = '' }) => [hreflang, href]),
    ),
    data: [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)].map(
      ([, text = '']) => JSON.parse(text) as unknown,
    ),
  }
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, unescape(value)]),
  )
}

function unescape(text: string): string {
  const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => characters[name] ?? '')
}

/** Addresses of a sitemap with their times. @throws Error when it is no well-formed XML */
function addressesOf(xml: string): Map<string, string | undefined> {
  const addresses = new Map<string, string | undefined>()
  const parser = new SaxesParser()
  let [element, last] = ['', '']
  parser.on('opentag', ({ name }) => (element = name))
  parser.on('closetag', () => (element = ''))
  parser.on('text', (text) => {
    if (element === 'loc') last = text
    if (last) addresses.set(last, element === 'lastmod' ? text : addresses.get(last))
  })
  parser.write(xml).close()
  return addresses
}

eachDatabase('what pages say of themselves', (suite) => {
  const server = useServer(suite, {
    start: now,
    env: { PUBLIC_URL: publicUrl },
    fill,
    late: () => ({ distDir: join(server.dataDir, 'dist') }),
  })
  const ask = (path: string) => askPage(server.url + path)

  test('a session says when, where and about what, in the language of its address', async () => {
    const chinese = await ask('/agenda/talk')
    expect(chinese).toMatchObject({
      status: 200,
      lang: 'zh-CN',
      title: `talk（中） · ${forumName}`,
      canonical: `${publicUrl}/agenda/talk`,
    })
    expect(chinese.metas).toMatchObject({
      description: '2023年9月6日 10:00–10:30 · Taihu Hall（中） · An abstract. It goes on.（中）',
      'og:title': `talk（中） · ${forumName}`,
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
    const everywhere = await ask('/agenda/off?lang=en')
    expect(everywhere.metas['description']).toContain('Jinji Hall, Taihu Hall')
    expect(everywhere.data).toMatchObject([{ location: [{ name: 'Jinji Hall' }, { name: 'Taihu Hall' }] }])
  })

  test('the browser’s language changes nothing: an address has one page', async () => {
    const { html } = await ask('/agenda/talk')
    expect((await askPage(`${server.url}/agenda/talk`, { 'accept-language': 'en' })).html).toBe(html)
    expect((await ask('/agenda/talk?lang=fr')).html).toBe(html)
  })

  test('an article has its summary, its cover where it has one, and its number as it is', async () => {
    const news = await ask('/article/view/007')
    expect(news.title).toBe(`news（中） · ${forumName}`)
    expect(news.metas).toMatchObject({ description: 'About news（中）', 'og:type': 'article' })
    expect(news.metas['og:image']).toMatch(/^https:\/\/forum\.example\/api\/front\/download\/file\/[\w-]+$/)
    const question = await ask('/article/view/Q1')
    expect(question.metas).toMatchObject({
      description: 'question（中）',
      'og:image': `${publicUrl}/share.png`,
    })
    expect((await ask('/article/category/c1')).title).toBe(`Guides（中） · ${forumName}`)
    const exhibitor = await ask('/show/e1?lang=en')
    expect([exhibitor.title, exhibitor.metas['description']]).toEqual([
      'Air · Energy Forum',
      'B02 · Salt caverns.',
    ])
  })

  test.each(places)('%s has words of its own in both languages, and one address in each', async (path) => {
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
    expect([page.title, page.metas['og:title']]).toEqual(Array(2).fill(`${hostile} · ${forumName}`))
    // English stands where there is nothing else.
    expect((await ask('/agenda/english')).title).toBe(`Only English · ${forumName}`)
    expect(page.data).toMatchObject([{ name: hostile, description: hostile }])
    expect(page.html.match(/<\/head>/g)).toHaveLength(1)
  })

  test.each([
    '/agenda/nothing',
    '/agenda/secret-draft',
    '/agenda/all',
    '/article/view/7',
    '/article/view/008',
    '/article/view/%22%3E%3Cscript%3E',
    '/article/category/nothing',
    '/show/nothing',
  ])('%s is 404 with the app, and the same as any other place of nothing [T11]', async (path) => {
    const page = await ask(path)
    expect(page).toMatchObject({ status: 404, metas: { robots: 'noindex' }, canonical: undefined })
    expect(page.html).toContain('id="root"')
    const like = `${/^\/(agenda|show|article\/view)/.exec(path)?.[0] ?? '/article/view'}/surely-nothing`
    expect(page.html).toBe((await ask(like)).html)
  })

  test.each(['/nowhere', '/agenda/take', '/search?q=x', '/login', '/console/users', '/agenda/a/b'])(
    '%s is the app, and nobody is to list it',
    async (path) => {
      expect(await ask(path)).toMatchObject({
        status: 200,
        metas: { robots: 'noindex' },
        canonical: undefined,
      })
    },
  )

  test.each([
    ['deleted', 'sessions', 'delete', {}, '/agenda'],
    ['a draft again', 'sessions', 'edit', { state: 'draft' }, '/agenda'],
    ['deleted', 'informations', 'delete', {}, '/article/view'],
    ['a draft again', 'informations', 'edit', { status: 'draft' }, '/article/view'],
  ] as const)(
    'what is %s (%s) is in no memory: page, list, search, sitemap, feed',
    async (_, module, by, change, place) => {
      const id = `secret-${module}-${by}`
      await (module === 'sessions'
        ? server.write(sessions, [session(id)])
        : server.write(informations, [article(id, id)]))
      const token = await signIn(
        server,
        await addPerson(server, { role: 'organiser', isAdministrator: true }),
      )
      const pages = [
        ...(module === 'sessions' ? ['/agenda', '/live'] : ['/', '/news']),
        `${place}/${id}`,
        '/sitemap.xml',
      ]
      const calls = [paths.list(module), paths.detail(module, id), `${paths.search}?q=${id}`]
      const all = [
        ...pages,
        ...(module === 'sessions' ? ['/schedule.jsonld'] : []),
        ...calls.map((path) => `/api${path}`),
      ]
      const told = async () => {
        const texts = await Promise.all(all.map(async (path) => (await ask(path)).html))
        return all.filter((_path, index) => texts[index]?.includes(`${id}（`))
      }
      // What another process wrote shows within a second; this write is the test's own, beside the server.
      await expect.poll(told, { timeout: 5000 }).toEqual(all.filter((path) => path !== '/sitemap.xml'))
      expect((await call(server, paths[by](module), { id, ...change }, { token })).status).toBe(200)
      expect(await told()).toEqual([])
      expect((await ask('/sitemap.xml')).html).not.toContain(id)
      expect((await ask(`${place}/${id}`)).status).toBe(404)
    },
  )

  test('the forum, its sub-forums and its sessions are events of schema.org', async () => {
    const whole = await (await fetchServed(`${server.url}/schedule.jsonld?lang=en`)).json()
    const pages = [await ask('/'), await ask('/agenda/talk?lang=en'), await ask('/agenda/bare')]
    // Classes and properties are held by the types of schema.org that the programme is written in.
    for (const data of [...pages.flatMap((page) => page.data), whole])
      expect(data).toMatchObject({ '@context': 'https://schema.org', '@type': 'Event' })
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
      ...Object.fromEntries(places.map((path) => [publicUrl + path, undefined])),
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
    for (const path of ['/api/', '/console', '/user']) expect(robots).toContain(`\nDisallow: ${path}\n`)
    expect(robots).toContain('\nAllow: /api/front/query/\n')
  })

  test('a page is put together once, and anew when what it tells has changed', async () => {
    const first = await ask('/agenda/bare')
    const again = (path: string, { etag }: { etag: string }) =>
      askPage(server.url + path, { 'if-none-match': etag })
    expect((await again('/agenda/bare', first)).status).toBe(304)
    expect((await again('/agenda/nothing', await ask('/agenda/nothing'))).status).toBe(404)
    await server.write(sessions, [session('bare', { title: both('renamed') })])
    // Other servers' writes, as this one, are seen within a second.
    await expect.poll(async () => (await ask('/agenda/bare')).title).toBe(`renamed（中） · ${forumName}`)
    await server.write(rooms, [{ id: 'r1', position: 1, name: both('Moved Hall') }])
    await expect.poll(async () => (await ask('/agenda/talk')).metas['description']).toContain('Moved Hall')
    await server.write(sessions, [session('bare', { state: 'draft' })])
    await expect.poll(async () => (await ask('/agenda/bare')).status).toBe(404)
    expect((await ask('/sitemap.xml')).html).not.toContain('/agenda/bare')
  })
})

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyPluginAsync } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PageData } from '#contract/page-data.ts'
import { success } from '../envelope.ts'
import { publicRoute, startHttpApp } from '../http-app.fixture.ts'
import type { HttpOptions } from '../http-app.ts'
import { createEtag, sendPublic } from '../public-response.ts'
import { createHttpError } from '../../errors.ts'

const shell =
  '<!doctype html><head><script type="module" src="/assets/main-1.js"></script></head><body><script>go()</script></body>'
const script = 'export const text = "能源"\n'.repeat(100)
const manifest = {
  'src/main.tsx': { file: 'assets/main-1.js', isEntry: true, imports: ['_vendor'] },
  _vendor: { file: 'assets/vendor-1.js' },
  'src/routes/a.tsx?split=component': {
    file: 'assets/a-1.js',
    imports: ['_shared', '_vendor'],
    css: ['assets/a-1.css'],
  },
  _shared: { file: 'assets/shared-1.js' },
}
const pages: PageData[] = [
  { path: '/', calls: [], routes: [] },
  {
    path: '/agenda/:id',
    calls: [
      { module: 'list', path: '/list', params: { size: '0', fields: 'a,b' } },
      { module: 'list', path: '/missing', params: {} },
    ],
    routes: ['src/routes/a.tsx'],
  },
]

type StartOptions = Partial<HttpOptions> & { pages?: readonly PageData[] }

let dist = ''
beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'dist-'))
  await mkdir(join(dist, 'assets'))
  await mkdir(join(dist, '.vite'))
  await writeFile(join(dist, '.vite/manifest.json'), JSON.stringify(manifest))
  await writeFile(join(dist, 'index.html'), shell)
  await writeFile(join(dist, 'sw.js'), 'self')
  await writeFile(join(dist, 'robots.txt'), 'User-agent: *')
  await writeFile(join(dist, 'assets/main-1.js'), script)
  await writeFile(join(dist, 'assets/main-1.js.br'), brotliCompressSync(script))
  await writeFile(join(dist, 'assets/main-1.js.gz'), gzipSync(script))
})
afterEach(() => rm(dist, { recursive: true }))

async function start({ pages: ownPages = pages, ...options }: StartOptions = {}) {
  await mkdir(join(dist, '.prerender'), { recursive: true })
  await writeFile(join(dist, '.prerender/pages.json'), JSON.stringify(ownPages))
  return startHttpApp({ distDir: dist, ...options })
}

const page = { accept: 'text/html,application/xhtml+xml' }

/**
 * Blocks the event loop three times, with one turn between. The server turns calls away for the mean delay of a second:
 * a single block counts for little among the short turns around it.
 */
async function blockEventLoop(): Promise<void> {
  for (let block = 0; block < 3; block += 1) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1200)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('files of the built app', () => {
  it('come from a process, too, that has no time for calls', async () => {
    const app = await start()
    await blockEventLoop()
    const answers = await Promise.all(
      ['/api/news', '/assets/main-1.js', '/robots.txt'].map((url) => app.inject(url)),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 200, 200])
  })

  it('are sent in the best encoding that the client takes, for ever when their name holds a hash', async () => {
    const app = await start()
    const ask = (encoding: string) =>
      app.inject({ url: '/assets/main-1.js', headers: { 'accept-encoding': encoding } })
    const [brotli, gzip, plain] = [await ask('gzip, deflate, br'), await ask('gzip, br;q=0'), await ask('')]
    expect(String(brotliDecompressSync(brotli.rawPayload))).toBe(script)
    expect(String(gunzipSync(gzip.rawPayload))).toBe(script)
    expect(plain.body).toBe(script)
    expect([brotli, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual([
      'br',
      'gzip',
      undefined,
    ])
    expect(new Set([brotli, gzip, plain].map(({ headers }) => headers['etag'])).size).toBe(3)
    expect(brotli.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    })
    expect(brotli.headers['vary']).toContain('Accept-Encoding')
  })

  it('answer 304 to their own tag and HEAD without a body', async () => {
    const app = await start()
    const first = await app.inject({ url: '/sw.js' })
    expect(first.headers['cache-control']).toBe('no-cache')
    const headers = { 'if-none-match': `"other", ${String(first.headers['etag'])}` }
    expect((await app.inject({ url: '/sw.js', headers })).statusCode).toBe(304)
    const head = await app.inject({ method: 'HEAD', url: '/sw.js' })
    expect([head.statusCode, head.body]).toEqual([200, ''])
  })

  it.each(['/robots.txt', '/index.html'])('%s is there', async (url) => {
    expect((await (await start()).inject({ url })).statusCode).toBe(200)
  })

  it.each([
    '/assets/gone-1.js',
    '/llms.txt',
    '/agenda/x.js',
    '/.vite/manifest.json',
    '/assets/main-1.js.br',
    '/assets/..%2findex.html',
    '/..%2f..%2fetc%2fpasswd',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/main-1.js%00',
    '/%00',
    '/a%5c..%5cb',
    '/favicon.ico',
  ])('%s is 404 or 400 in the envelope, even for a navigation [56, T11]', async (url) => {
    const answer = await (await start()).inject({ url, headers: page })
    expect([400, 404]).toContain(answer.statusCode)
    expect(answer.headers['content-type']).toContain('application/json')
  })

  it.each(['/api/none', '/api/front/none'])('%s is refused in the envelope [56]', async (url) => {
    const answer = await (await start()).inject({ url, headers: page })
    // Who is not signed in does not learn which calls there are.
    expect([401, 404]).toContain(answer.statusCode)
    expect(answer.headers['content-type']).toContain('application/json')
  })
})

const answering: FastifyPluginAsync = async (app) => {
  app.get('/list', { config: publicRoute }, async () => success('answer'))
}

describe('prerendered pages', () => {
  const root = '<div id="root">'
  const draw = (body: string) => writeProgram(`export const prerenderPage = async (source) => { ${body} }`)

  async function writeProgram(text: string): Promise<void> {
    const page = shell.replace('<head>', '<html lang="zh-CN"><head>').replace('<body>', `<body>${root}</div>`)
    await writeFile(join(dist, 'index.html'), page)
    await mkdir(join(dist, '.prerender'), { recursive: true })
    await writeFile(join(dist, '.prerender/prerender.js'), text)
    await writeFile(join(dist, '.prerender/package.json'), '{"type":"module"}')
  }

  it('stand in a page as it opens, out of its answers, where nobody can touch them', async () => {
    await draw('return `<h1>${source.path} ${JSON.stringify(source.answers)} ${source.now}</h1>`')
    const drawn: PageData = {
      path: '/',
      calls: [{ module: 'list', path: '/list', params: {} }],
      routes: ['src/routes/a.tsx'],
    }
    const app = await start({
      apiPrefix: '/forum/api',
      pages: [drawn],
      routes: [answering],
      forumNow: () => new Date('2023-09-06T01:12:00Z'),
    })
    const ask = async () => (await app.inject({ url: '/', headers: page })).body
    // The server sends the page without its picture when drawing takes longer than a second.
    await expect
      .poll(ask)
      .toContain(
        `${root}<div id="early-page" inert><h1>/ {"/api/list":"answer"} Wed, 06 Sep 2023 01:12:00 GMT</h1></div>`,
      )
    // Its looks must be there before it.
    expect(await ask()).toContain('<link rel="stylesheet" crossorigin href="/assets/a-1.css">')
    expect((await app.inject({ url: '/?day=2', headers: page })).body).not.toContain('early-page')
    expect((await app.inject({ url: '/index.html' })).body).not.toContain('early-page')
  })

  it('are in the language that the URL names, and say whether the time is a demonstration’s', async () => {
    await draw('return `<h1>${source.locale} ${source.isDemonstration}</h1>`')
    const pages: PageData[] = [{ path: '/', calls: [], routes: [] }]
    const app = await start({ pages, forumNow: () => new Date('2023-09-06T01:12:00Z') })
    const ask = async (url: string) => (await app.inject({ url, headers: page })).body
    await expect.poll(() => ask('/?lang=en')).toContain('inert><h1>en true</h1>')
    expect(await ask('/?lang=en')).toContain(
      'data-early-locale="en" data-early-media="(max-width: 767.98px)"',
    )
    await expect.poll(() => ask('/')).toContain('inert><h1>zh-CN true</h1>')
    expect(await ask('/?lang=en&day=2')).not.toContain('early-page')
  })

  it('are never older than the answers where a text has left these', async () => {
    await draw('return JSON.stringify(source.answers)')
    let items = ['first', 'second']
    let revision = 0
    const list: FastifyPluginAsync = async (app) => {
      app.get('/list', { config: publicRoute }, async () => success({ items }))
    }
    const app = await start({
      pages: [{ path: '/', calls: [{ module: 'list', path: '/list', params: {} }], routes: [] }],
      routes: [list],
      nowMs: () => 0,
      getRevision: async () => revision,
    })
    const ask = async () => (await app.inject({ url: '/', headers: page })).body
    await expect.poll(ask).toContain('early-page')
    items = ['second']
    revision = 1
    const after = await Promise.all([ask(), ask()])
    expect(after.filter((html) => html.includes('first",'))).toEqual([])
    await expect.poll(ask).toContain('inert>{"/api/list":{"items":["second"]}}')
  })

  it.each(['throw new Error("no")', 'process.exit(1)', 'await new Promise(() => {})'])(
    'are left out when drawing ends so: %s',
    async (body) => {
      await draw(body)
      const answer = await (await start()).inject({ url: '/', headers: page })
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toContain('go()')
      expect(answer.body).not.toContain('early-page')
    },
  )
})

describe('pages', () => {
  it('every path without an extension is the app for a navigation, and 404 for a script [T11]', async () => {
    const app = await start()
    const answer = await app.inject({ url: '/user/center?tab=1', headers: page })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(answer.body).toContain('<script>go()</script>')
    expect(
      (await app.inject({ url: '/user/center', headers: { accept: 'application/json' } })).statusCode,
    ).toBe(404)
    expect((await app.inject({ method: 'POST', url: '/user/center', headers: page })).statusCode).toBe(404)
  })

  it('the policy lists the inline script of the shell by its hash', async () => {
    const { headers } = await (await start()).inject({ url: '/', headers: page })
    expect(headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[\w+/]+=*'/)
  })

  it('tell the app where the API is, when it is elsewhere [255]', async () => {
    const app = await start({ apiPrefix: '/forum/api' })
    expect((await app.inject({ url: '/index.html' })).body).toContain(
      '<meta name="api-base" content="/forum/api">',
    )
    expect((await (await start()).inject({ url: '/index.html' })).body).toBe(shell)
  })

  it('tell the app the address that people use, when the operator named it [23]', async () => {
    const app = await start({ publicUrl: 'https://forum.example/"<' })
    for (const url of ['/', '/index.html', '/user/center'])
      expect((await app.inject({ url, headers: page })).body).toContain(
        '<meta name="public-url" content="https://forum.example/&quot;&lt;">',
      )
  })

  it('carry the answers of their calls and link the chunks of their routes', async () => {
    let title = '</script><script>steal()</script>'
    const list: FastifyPluginAsync = async (app) => {
      app.get('/list', { config: publicRoute }, (_request, reply) => {
        const body = JSON.stringify(success({ items: [title] }))
        return sendPublic(reply, { body, etag: createEtag(body) })
      })
    }
    let nowMs = 0
    const app = await start({
      routes: [list],
      nowMs: () => nowMs,
      forumNow: () => new Date('2023-09-06T01:12:00Z'),
    })
    const ask = () => app.inject({ url: '/agenda/7', headers: { ...page, 'accept-encoding': 'br' } })

    const first = await ask()
    expect(first.headers['server-timing']).toBe('now;desc="Wed, 06 Sep 2023 01:12:00 GMT", demonstration')
    expect(first.headers['link']).toBe(
      [
        '</assets/main-1.js>; rel=modulepreload; crossorigin',
        '</assets/a-1.js>; rel=modulepreload; crossorigin',
        '</assets/a-1.css>; rel=preload; as=style; crossorigin',
        '</assets/shared-1.js>; rel=modulepreload; crossorigin',
      ].join(', '),
    )
    const html = String(brotliDecompressSync(first.rawPayload))
    expect(html).not.toContain('<script>steal')
    const data = /<script type="application\/json" id="page-data">(.*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(data)).toEqual({ '/api/list?size=0&fields=a%2Cb': { items: [title] } })
    expect(html.match(/href="[^"]+"/g)).toEqual(
      ['a-1.js', 'a-1.css', 'shared-1.js'].map((name) => `href="/assets/${name}"`),
    )

    title = 'new'
    const headers = { ...page, 'accept-encoding': 'br', 'if-none-match': String(first.headers['etag']) }
    expect((await app.inject({ url: '/agenda/8', headers })).statusCode).toBe(304)
    nowMs = 1001
    expect(String(brotliDecompressSync((await ask()).rawPayload))).toContain('"new"')
  })

  it('forget the answer of a call that has none any more', async () => {
    let isThere = true
    const list: FastifyPluginAsync = async (app) => {
      app.get('/list', { config: publicRoute }, async () => {
        if (!isThere) throw createHttpError('not_found')
        return success('withdrawn')
      })
    }
    const app = await start({ routes: [list], getRevision: async () => Number(isThere) })
    const ask = async () => (await app.inject({ url: '/agenda/7', headers: page })).body
    expect(await ask()).toContain('withdrawn')
    isThere = false
    expect(await ask()).not.toContain('withdrawn')
  })

  it('keep the last answer of a call that fails later', async () => {
    let isBroken = false
    const list: FastifyPluginAsync = async (app) => {
      app.get('/list', { config: publicRoute }, async () => {
        if (isBroken) throw new Error('away')
        return success('kept')
      })
    }
    let nowMs = 0
    const app = await start({ routes: [list], nowMs: () => nowMs })
    const ask = async () => (await app.inject({ url: '/agenda/7', headers: page })).body
    const before = await ask()
    isBroken = true
    nowMs = 5000
    expect(before).toContain('"kept"')
    expect(await ask()).toBe(before)
  })
})

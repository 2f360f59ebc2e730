import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Database } from '../../server/db/client.ts'
import { migrate } from '../../server/db/migrate.ts'
import { addPerson, call, type Answer } from './accounts.ts'
import { eachDatabase } from './databases.ts'
import { startServer, type TestServer } from './server.ts'
import { startWeixin, type TestWeixin } from './weixin.ts'

/** The forum's app at WeChat. */
export const app = { appId: 'wx-forum', appSecret: 'wx-secret-of-the-forum' }
export const publicUrl = 'https://forum.example'

/** A browser on its way: its cookie, the state, and where at WeChat it was sent. */
export interface Visit {
  cookie: string
  state: string
  address: URL
}

/** A forum with its WeChat, and people's browsers between them. */
export class WeixinForum {
  db!: Database
  server!: TestServer
  weixin!: TestWeixin
  nowMs = Date.parse('2026-03-01T00:00:00Z')
  log = ''
  #people = 0

  async begin(query = ''): Promise<Visit> {
    const answer = await call(this.server, `/front/weixin/auth/redirect${query}`)
    const address = locationOf(answer)
    const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    return { cookie, state: address.searchParams.get('state') ?? '', address }
  }

  /** WeChat sends the browser back. @returns where our server sends it on to */
  async comeBack({ cookie, state }: Visit, code: string): Promise<URL> {
    const query = new URLSearchParams({ code, state })
    const answer = await call(this.server, `/front/weixin/auth/callback?${query.toString()}`, undefined, {
      headers: { cookie },
    })
    return locationOf(answer)
  }

  /** There and back. @returns the code that was handed over */
  async handOver(openid: string): Promise<{ visit: Visit; code: string }> {
    const visit = await this.begin()
    return { visit, code: codeIn(await this.comeBack(visit, this.weixin.agree(openid))) }
  }

  exchange({ cookie }: Visit, code: string): Promise<Answer> {
    return call(this.server, '/front/weixin/exchange', { code }, { headers: { cookie } })
  }

  link({ cookie }: Visit, code: string, token: string): Promise<Answer> {
    return call(this.server, '/front/weixin/link', { code }, { token, headers: { cookie } })
  }

  /** Somebody whom WeChat knows. */
  async linkedPerson(): Promise<{ id: string; openid: string }> {
    const id = await addPerson(this)
    this.#people += 1
    const openid = `o-${this.#people}`
    await this.db.kysely.updateTable('users').set({ weixin_openid: openid }).where('id', '=', id).execute()
    return { id, openid }
  }
}

/** Where an answer leads. @throws Error when it leads nowhere */
function locationOf({ status, headers }: Answer): URL {
  if (status !== 302) throw new Error(`The answer is no redirect: ${status}`)
  return new URL(headers.get('location') ?? '')
}

/** The code that a page was handed. */
export function codeIn(page: URL): string {
  return new URLSearchParams(page.hash.slice(1)).get('weixin_code') ?? ''
}

/** Describes a suite on both databases, with a WeChat that is well at the start of each test. */
export function eachWeixinForum(name: string, suite: (forum: WeixinForum) => void): void {
  eachDatabase(name, (place) => {
    const forum = new WeixinForum()
    beforeAll(async () => {
      forum.db = await place.open()
      await migrate(forum.db)
      forum.weixin = await startWeixin(app)
      forum.server = await startServer({
        db: forum.db,
        dataDir: place.place.dataDir,
        now: () => new Date(forum.nowMs),
        env: {
          WEIXIN_APP_ID: app.appId,
          WEIXIN_APP_SECRET: app.appSecret,
          WEIXIN_BASE: forum.weixin.url,
          PUBLIC_URL: publicUrl,
          LOG_LEVEL: 'info',
        },
        logStream: {
          write: (line) => {
            forum.log += line
          },
        },
      })
    })
    afterAll(async () => {
      await forum.server.close()
      await forum.weixin.stop()
    })
    beforeEach(() => forum.weixin.behaveWell())
    suite(forum)
  })
}

import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** WeChat as a server calls it: over real connections, and as well or badly as a test wants. */
export interface TestWeixin {
  url: string
  /** What was asked, in the order in which it came. */
  asked: URL[]
  /** Makes a code of a person who says yes. */
  agree(openid: string): string
  /** Who stands before WeChat's page from now on, and says yes. */
  meet(openid: string): void
  /** How the next calls are answered; `right` from the start. */
  behave(how: (outgoing: ServerResponse, asked: URL) => void): void
  behaveWell(): void
  stop(): Promise<void>
}

/** Starts WeChat's part: codes are good once, for the app and the secret that it knows. */
export async function startWeixin(app: { appId: string; appSecret: string }): Promise<TestWeixin> {
  const codes = new Map<string, string>()
  const asked: URL[] = []
  let made = 0
  let visitor = ''
  const agree = (openid: string): string => {
    made += 1
    const code = `wx-code-${made}`
    codes.set(code, openid)
    return code
  }
  const right = (outgoing: ServerResponse, url: URL): void => {
    const query = url.searchParams
    if (url.pathname.startsWith('/connect/')) return sendBack(outgoing, query, agree(visitor))
    if (query.get('appid') !== app.appId || query.get('secret') !== app.appSecret)
      return sendJson(outgoing, { errcode: 40_125, errmsg: 'invalid appsecret' })
    const code = query.get('code') ?? ''
    const openid = codes.get(code)
    codes.delete(code)
    if (openid === undefined) return sendJson(outgoing, { errcode: 40_029, errmsg: 'invalid code' })
    sendJson(outgoing, {
      access_token: 'a',
      expires_in: 7200,
      refresh_token: 'r',
      openid,
      scope: 'snsapi_login',
    })
  }
  let answer = right
  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', 'http://weixin')
    asked.push(url)
    answer(outgoing, url)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    agree,
    meet: (openid) => {
      visitor = openid
    },
    behave: (how) => {
      answer = how
    },
    behaveWell: () => {
      answer = right
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Answers with JSON. */
export function sendJson(outgoing: ServerResponse, body: unknown): void {
  outgoing.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(body))
}

/** What WeChat's page does when its visitor says yes. */
function sendBack(outgoing: ServerResponse, asked: URLSearchParams, code: string): void {
  const query = new URLSearchParams({ code, state: asked.get('state') ?? '' })
  outgoing.writeHead(302, { location: `${asked.get('redirect_uri') ?? ''}?${query.toString()}` }).end()
}

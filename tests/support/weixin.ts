import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A WeChat server: real connections, with responses that a test controls. */
export interface TestWeixin {
  url: string
  /** Requests in their order. */
  asked: URL[]
  /** Creates the code of a user who consents. */
  agree(openid: string): string
  /** Sets the user who opens WeChat's page from now on and consents. */
  meet(openid: string): void
  /** Sets the behaviour of later calls; `right` at first. */
  behave(how: (outgoing: ServerResponse, asked: URL) => void): void
  behaveWell(): void
  stop(): Promise<void>
}

/** Starts the WeChat server: codes are valid once, for the known app and secret. */
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

/** Sends JSON. */
export function sendJson(outgoing: ServerResponse, body: unknown): void {
  outgoing.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(body))
}

/** Redirects as WeChat's page does after consent. */
function sendBack(outgoing: ServerResponse, asked: URLSearchParams, code: string): void {
  const query = new URLSearchParams({ code, state: asked.get('state') ?? '' })
  outgoing.writeHead(302, { location: `${asked.get('redirect_uri') ?? ''}?${query.toString()}` }).end()
}

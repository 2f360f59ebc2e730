import { request } from 'node:http'
import type { Plugin } from 'vite'
import { forumUrlVariable, refusedWrite, writeHeader } from './forum-address.ts'

/** Passes `/api` of the pages of component tests on to the server of the set-up, images and files too. */
export function forumProxy(): Plugin {
  return {
    name: 'forum-proxy',
    configureServer({ middlewares }) {
      middlewares.use((incoming, outgoing, next) => {
        const { url = '', method, headers } = incoming
        if (!url.startsWith('/api/')) return next()
        if (method !== 'GET' && method !== 'HEAD' && headers[writeHeader] === undefined) {
          outgoing.writeHead(refusedWrite).end(`no test asked for ${method} ${url}`)
          return
        }
        const passed = request(new URL(url, process.env[forumUrlVariable]), { method, headers }, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
        })
        passed.on('error', () => outgoing.destroy())
        outgoing.on('close', () => passed.destroy())
        incoming.pipe(passed)
      })
    },
  }
}

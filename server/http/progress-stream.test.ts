import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { publicRoute, startHttpApp } from './http-app.fixture.ts'
import { sendWithProgress } from './progress-stream.ts'

/** What a silent connection is ended after, and what the work takes, in milliseconds. */
const silenceMs = 50
const workMs = 400

test.each(['application/json', 'text/event-stream'])(
  'a call that takes longer than a connection may be silent is answered: %s',
  async (accept) => {
    const app = await startHttpApp({
      routes: [
        async (api) => {
          // From then on only the call itself is silent, however long a busy machine took to read it.
          api.addHook('preHandler', async ({ raw }) => void raw.socket.setTimeout(silenceMs))
          api.post('/long', { config: publicRoute }, (request, reply) =>
            sendWithProgress(request, reply, async () => {
              await wait(workMs)
              return 'done'
            }),
          )
          api.post('/silent', { config: publicRoute }, async (request) => {
            await once(request.raw.socket, 'close')
          })
        },
      ],
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const post = (path: string) =>
      fetch(`http://127.0.0.1:${port}/api/${path}`, { method: 'POST', headers: { accept } })
    const answer = await post('long')
    expect(await answer.text()).toContain('"data":"done"')
    await expect(post('silent')).rejects.toThrow('fetch failed')
  },
)

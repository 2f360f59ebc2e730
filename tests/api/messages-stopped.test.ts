import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { eachDatabase } from '../support/databases.ts'
import { startForum, type ForumProcess } from '../support/forum-process.ts'
import { until } from '../support/outgoing.ts'

eachDatabase('a server that is told to end while a provider of texts hangs', (place) => {
  test('ends well, and the text goes out after the next start', { timeout: 120_000 }, async () => {
    const keys: string[] = []
    let isHanging = true
    const provider = createServer((request, response: ServerResponse) => {
      keys.push(String(request.headers['idempotency-key']))
      request.resume()
      if (!isHanging) response.end('{}')
    })
    provider.listen(0, '127.0.0.1')
    await once(provider, 'listening')
    const env = {
      SMS_DRIVER: 'http',
      SMS_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/`,
      SMS_TOKEN: 'token',
      SAMPLE_DATA: 'off',
      ...(place.place.databaseUrl !== undefined && { DATABASE_URL: place.place.databaseUrl }),
    }
    const { dataDir } = place.place

    const first = await startForum({ dataDir, env })
    expect(await askForCode(first)).toBe(200)
    await until(async () => keys.length === 1, 'a text on its way')
    const exit = once(first.process, 'exit')
    await first.stop({ keepData: true })
    expect(await exit).toEqual([0, null])

    isHanging = false
    const second = await startForum({ dataDir, env })
    await until(async () => keys.length === 2, 'the text sent again')
    await second.stop({ keepData: true })
    expect(new Set(keys).size).toBe(1)
    expect(first.output() + second.output()).not.toContain('13812345678')
    provider.closeAllConnections()
    provider.close()
  })
})

async function askForCode(forum: ForumProcess): Promise<number> {
  const answer = await fetch(`${forum.url}/api/module/sms/sendCode`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mobile: '13812345678' }),
  })
  return answer.status
}

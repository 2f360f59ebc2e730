import { request } from 'node:http'
import { startForum } from '../tests/support/forum-process.ts'
import type { Bench } from './bench.ts'
import { hasSchedule, importSchedule } from './schedules.ts'

const schedule = 'fosdem-2025.xml'

interface ResponseInfo {
  status: number
  bytes: number
  etag: string
}

/** Measures the list of 1,105 sessions as a phone receives it: compressed, and again when unchanged. */
export const wire: Bench = {
  name: 'wire',
  run: async () => {
    if (!hasSchedule(schedule)) return []
    const forum = await startForum()
    try {
      await importSchedule(forum, schedule)
      const url = `${forum.url}/api/front/query/sessions/all?size=0`
      const first = await measureResponse(url, {})
      const repeated = await measureResponse(url, { 'if-none-match': first.etag })
      const conditions = 'FOSDEM 2025, 1,105 sessions, Accept-Encoding: br'
      return [
        { name: 'list of sessions', value: first.bytes / 1000, unit: 'kB', goal: { most: 160 }, conditions },
        {
          name: 'status when unchanged',
          value: repeated.status,
          unit: '',
          goal: { least: 304, most: 304 },
          conditions,
        },
      ]
    } finally {
      await forum.stop()
    }
  },
}

/** Node's fetch decompresses responses; this counts the transferred bytes. */
function measureResponse(url: string, headers: Record<string, string>): Promise<ResponseInfo> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, { headers: { 'accept-encoding': 'br', ...headers } }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, bytes, etag: String(response.headers.etag) }),
      )
    })
    clientRequest.on('error', reject)
    clientRequest.end()
  })
}

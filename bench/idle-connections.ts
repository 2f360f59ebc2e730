import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startForum } from '../tests/support/forum-process.ts'
import type { Bench } from './bench.ts'
import { residentMegabytes } from './process-usage.ts'

const connections = 10_000
/** Connections opened at a time: the system's queue for Node servers holds 511. */
const batchSize = 200
const settleMs = 5000

/** Measures ten thousand phones that sent one request and hold their connection open. */
export const idleConnections: Bench = {
  name: 'idle-connections',
  run: async () => {
    const forum = await startForum({ isStartedByNpm: true })
    const pid = forum.process.pid ?? 0
    const sockets: Socket[] = []
    try {
      const beforeMegabytes = await residentMegabytes(pid)
      while (sockets.length < connections) {
        const batch = Array.from({ length: batchSize }, () => openConnection(forum.port))
        sockets.push(...(await Promise.all(batch)))
      }
      await sleep(settleMs)
      const startedMs = performance.now()
      const response = await fetch(`${forum.url}/api/front/query/tracks/all?size=0`)
      await response.arrayBuffer()
      const responseMs = performance.now() - startedMs
      const conditions = `${connections} keep-alive connections that each asked once, SQLite, sample forum`
      return [
        {
          name: 'connections still open',
          value: sockets.filter((socket) => !socket.destroyed).length,
          unit: '',
          goal: { least: connections },
          conditions,
        },
        { name: 'memory', value: await residentMegabytes(pid), unit: 'MB', goal: { most: 600 }, conditions },
        {
          name: 'memory before',
          value: beforeMegabytes,
          unit: 'MB',
          conditions: 'the same process without connections',
        },
        { name: 'a further request', value: responseMs, unit: 'ms', conditions },
      ]
    } finally {
      for (const socket of sockets) socket.destroy()
      await forum.stop()
    }
  },
}

function openConnection(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /api/front/query/tracks/all?size=0 HTTP/1.1\r\nHost: forum\r\n\r\n'),
    )
    socket.once('data', () => resolve(socket))
    socket.on('error', reject)
  })
}

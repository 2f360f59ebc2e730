import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Upload } from 'tus-js-client'
import { makeOffice } from '../tests/support/office-files.ts'
import { makePdf } from '../tests/support/pdf-files.ts'
import { sendForm } from '../tests/support/upload-forum.ts'
import { startChildServer, type ChildServer } from '../tests/support/child-server.ts'
import type { Bench } from './bench.ts'
import { residentMegabytes } from './process-usage.ts'

const megabyte = 1024 * 1024
/** Maximum file size of a field minus the envelope of its content. */
const contentBytes = 100 * megabyte - 4096
const sampleIntervalMs = 20
/** Chunk size of a browser. */
const chunkBytes = 8 * megabyte
const goal = { most: 50 }

/** Measures the memory of a 100 MB upload in the server. */
export const uploads: Bench = {
  name: 'uploads',
  run: async () => {
    const media = randomBytes(contentBytes)
    const slides = await makeOffice({ type: 'pptx', media })
    const pdf = makePdf({ padding: media })
    const conditions =
      '100 MB on a fresh server, SQLite, resident memory of the server sampled every 20 ms, above that before'
    const figures = []
    for (const [name, send] of [
      ['slides in parts (tus)', (server) => sendInParts(server, slides)],
      ['slides in one call', (server) => sendWhole(server, 'a.pptx', slides)],
      ['pdf in one call', (server) => sendWhole(server, 'a.pdf', pdf)],
    ] satisfies [string, (server: ChildServer) => Promise<void>][]) {
      figures.push({ name, value: await growthOnFreshServer(send), unit: 'MB', goal, conditions })
    }
    return figures
  },
}

async function growthOnFreshServer(send: (server: ChildServer) => Promise<void>): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'forum-bench-'))
  const server = await startChildServer('upload-server.ts', { dataDir })
  try {
    // Code of the first upload stays in memory, whatever its size.
    await sendWhole(server, 'warm.pptx', await makeOffice({ type: 'pptx' }))
    await sendWhole(server, 'warm.pdf', makePdf())
    return await growth(server, () => send(server))
  } finally {
    await server.end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Returns the maximum memory during the work minus that before it, in MB. */
async function growth(server: ChildServer, work: () => Promise<void>): Promise<number> {
  const pid = server.process.pid ?? 0
  const beforeMegabytes = await residentMegabytes(pid)
  let maxMegabytes = beforeMegabytes
  const sampling = setInterval(() => {
    void residentMegabytes(pid).then((megabytes) => (maxMegabytes = Math.max(maxMegabytes, megabytes)))
  }, sampleIntervalMs)
  try {
    await work()
  } finally {
    clearInterval(sampling)
  }
  return maxMegabytes - beforeMegabytes
}

async function sendWhole({ url, token }: ChildServer, name: string, bytes: Buffer): Promise<void> {
  const fields = { module: 'test_materials', field: 'slides' }
  const { status, text } = await sendForm(
    `${url}/api/front/attachment/upload`,
    fields,
    { name, bytes },
    token,
  )
  if (status !== 200) throw new Error(`${name} was refused: ${text}`)
}

function sendInParts({ url, token }: ChildServer, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    new Upload(bytes, {
      endpoint: `${url}/api/front/attachment/resumable`,
      headers: { authorization: token },
      metadata: { module: 'test_materials', field: 'slides', filename: 'b.pptx' },
      chunkSize: chunkBytes,
      retryDelays: [],
      onError: reject,
      onSuccess: () => resolve(),
    }).start()
  })
}

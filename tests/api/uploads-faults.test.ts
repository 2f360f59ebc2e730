import { execFileSync } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import sharp from 'sharp'
import { Upload, type UploadOptions } from 'tus-js-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FileValue } from '#contract/row.ts'
import { createRegistry } from '#server/engine/schema/registry.ts'
import { folderStorage } from '#server/files/storage.ts'
import { sweepFiles } from '#server/ops/sweep-files.ts'
import { type Checker, createChecker } from '#server/files/checks/checker.ts'
import { eachDatabase } from '../support/databases.ts'
import { makeOffice } from '../support/office-files.ts'
import { makePdf } from '../support/pdf-files.ts'
import { fetchServed } from '../support/fetch-served.ts'
import { sendForm, signUp, uploadModules } from '../support/upload-forum.ts'
import { startChildServer } from '../support/child-server.ts'
import { useServer } from '../support/use-server.ts'

const megabyte = 1024 * 1024

/** A disk of its own needs the right to mount one: CI and containers have it. */
const mayMount = process.getuid?.() === 0

/** Sends a file by the protocol for uploads that go on after a break. */
async function sendInParts(bytes: Buffer, options: UploadOptions): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const upload: Upload = new Upload(bytes, {
      ...options,
      onError: reject,
      onSuccess: () => resolve(upload),
    })
    upload.start()
  })
}

eachDatabase('uploads on a full disk', (place) => {
  let token: string
  let folder: string
  const server = useServer(place, {
    modules: uploadModules,
    fill: async () => {
      if (!mayMount) return
      folder = join(server.dataDir, 'files')
      await mkdir(folder)
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder])
    },
  })
  beforeAll(async () => {
    token = await signUp(server.db, 'participant', 'participant', new Date())
  })

  afterAll(async () => {
    if (!mayMount) return
    await server.close()
    execFileSync('umount', [folder])
  })

  const resize = (size: string) => execFileSync('mount', ['-o', `remount,size=${size}`, folder])
  const send = (field: string, name: string, bytes: Buffer) =>
    sendForm(
      `${server.url}/api/front/attachment/upload`,
      { module: 'test_materials', field },
      { name, bytes },
      token,
    )
  const left = async () => ({
    arrivals: await readdir(join(folder, 'arrivals')),
    uploads: await server.db.kysely.selectFrom('uploads').select('id').execute(),
  })

  it.skipIf(!mayMount)('are refused clearly, reads go on, and what fits is taken', async () => {
    const { data } = await send('resume', 'cv.pdf', makePdf())
    const slides = await makeOffice({ type: 'pptx', media: randomBytes(5 * megabyte) })
    const full = await send('slides', 'a.pptx', slides)
    expect([full.status, full.key]).toEqual([503, 'storage.full'])
    expect(await left()).toEqual({ arrivals: [], uploads: [] })
    expect((await server.get(`/front/download/file/${data.no}`, token)).status).toBe(200)
    expect((await send('resume', 'cv.pdf', makePdf())).status).toBe(200)
    resize('20m')
    expect((await send('slides', 'a.pptx', slides)).status).toBe(200)
    resize('10m')
  })

  it.skipIf(!mayMount)('are refused alike when a picture cannot be made anew', async () => {
    const noise = { width: 1000, height: 1000, channels: 3 as const, background: '#000' }
    const picture = await sharp({ create: { ...noise, noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
      .png()
      .toBuffer()
    const used = 5 * megabyte + picture.length + 200_000
    resize(`${Math.ceil(used / 1024)}k`)
    const full = await send('photo', 'a.png', picture)
    expect([full.status, full.key]).toEqual([503, 'storage.full'])
    expect(await left()).toEqual({ arrivals: [], uploads: [] })
    resize('20m')
    expect((await send('photo', 'a.png', picture)).status).toBe(200)
  })

  it.skipIf(!mayMount)('go on from where there was no more room', async () => {
    resize('14m')
    const slides = await makeOffice({ type: 'pptx', media: randomBytes(12 * megabyte) })
    const refusals: string[] = []
    const upload = await sendInParts(slides, {
      endpoint: `${server.url}/api/front/attachment/resumable`,
      headers: { authorization: token },
      metadata: { module: 'test_materials', field: 'slides', filename: 'b.pptx' },
      chunkSize: 2 * megabyte,
      retryDelays: Array.from({ length: 20 }, () => 200),
      onShouldRetry: (error) => {
        refusals.push(error.originalResponse?.getBody() ?? '')
        resize('64m')
        return true
      },
    })
    expect(refusals.join(' ')).toContain('"storage.full"')
    const answer = await fetchServed(`${upload.url}/file`, { headers: { authorization: token } })
    const { data } = (await answer.json()) as { data: FileValue }
    expect(data.sha256).toBe(createHash('sha256').update(slides).digest('hex'))
  })
})

eachDatabase('uploads while the server ends', (place) => {
  it.each(['SIGTERM', 'SIGKILL'] as const)('by %s: what was acknowledged is there', async (signal) => {
    const server = await startChildServer('upload-server.ts', place.place)
    const acknowledged: FileValue[] = []
    const run = { isEnding: false }
    const sender = async () => {
      while (!run.isEnding) {
        const bytes = makePdf({ catalogue: `/Note (${randomUUID()})` })
        try {
          const { status, data } = await sendForm(
            `${server.url}/api/front/attachment/upload`,
            { module: 'test_materials', field: 'resume' },
            { name: 'cv.pdf', bytes },
            server.token,
          )
          if (status === 200) acknowledged.push(data)
        } catch {
          // The connection ended: it may be there or not.
        }
      }
    }
    const slides = await makeOffice({ type: 'pptx', media: randomBytes(12 * megabyte) })
    let sent = 0
    const options = {
      headers: { authorization: server.token },
      metadata: { module: 'test_materials', field: 'slides', filename: 'b.pptx' },
      chunkSize: megabyte / 4,
      retryDelays: [],
    }
    const long = new Upload(slides, {
      ...options,
      endpoint: `${server.url}/api/front/attachment/resumable`,
      onChunkComplete: (_size, accepted) => (sent = accepted),
      onError: () => undefined,
    })
    long.start()
    const senders = Array.from({ length: 6 }, sender)
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(10)
    const ended = server.end(signal)
    await wait(100)
    run.isEnding = true
    expect(await ended).toBe(signal === 'SIGTERM' ? 0 : null)
    await Promise.all(senders)

    const db = await place.open()
    const storage = folderStorage(join(place.place.dataDir, 'files'))
    const files = db.kysely.selectFrom('files').select(['no', 'storage_key'])
    for (const { no, sha256 } of acknowledged) {
      const row = await files.where('no', '=', no).executeTakeFirstOrThrow()
      const bytes = await readFile(join(place.place.dataDir, 'files', row.storage_key))
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    }
    const again = await startChildServer('upload-server.ts', place.place)
    const here = new URL(new URL(long.url ?? '').pathname, again.url).href
    const headers = { authorization: again.token, 'tus-resumable': '1.0.0' }
    const head = await fetchServed(here, { method: 'HEAD', headers })
    expect(head.status).toBe(200)
    expect(Number(head.headers.get('upload-offset'))).toBeGreaterThanOrEqual(sent)
    await sendInParts(slides, { ...options, headers: { authorization: again.token }, uploadUrl: here })
    expect(await again.end('SIGTERM')).toBe(0)
    // A day later nothing is left but what rows stand for.
    const later = new Date(Date.now() + 24 * 3_600_000)
    await sweepFiles({ db, registry: createRegistry(uploadModules), storage, now: () => later }, later)
    expect(await readdir(join(place.place.dataDir, 'files'))).toEqual(['arrivals'])
    expect(await files.execute()).toEqual([])
  })
})

let folder: string
let checker: Checker

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forum-checks-'))
  checker = createChecker(folder)
})
afterAll(async () => {
  checker.close()
  await rm(folder, { recursive: true })
})

const manual = new URL('../../server/sample/files/handbook.pdf', import.meta.url).pathname

it(
  'goes on with a new process after a file that eats memory and time [S12]',
  { timeout: 90_000 },
  async () => {
    const bomb = join(folder, 'bomb.pdf')
    await writeFile(bomb, await memoryBomb())
    await expect(checker.check({ kind: 'pdf', path: bomb })).rejects.toThrow('unreadable')
    await expect(checker.check({ kind: 'pdf', path: manual })).resolves.toBeUndefined()
  },
)

it('turns files away when too many wait', { timeout: 60_000 }, async () => {
  const checks = await Promise.allSettled(
    Array.from({ length: 60 }, () => checker.check({ kind: 'pdf', path: manual })),
  )
  const turnedAway = checks.filter(({ status }) => status === 'rejected')
  expect(turnedAway).toHaveLength(20)
  expect(turnedAway.map((check) => String((check as PromiseRejectedResult).reason))).toEqual(
    Array(20).fill('HttpError: server.busy'),
  )
})

/** Half a megabyte whose packed objects become 600 MB. */
async function memoryBomb(): Promise<Buffer> {
  const packed = await promisify(deflate)(Buffer.alloc(600_000_000, ' '))
  const table = Buffer.from([0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 3, 0, 2, 0, 0, 0, 3, 1, 1, 0, 0, 0, 9, 0])
  const head = Buffer.from('%PDF-1.7\n')
  const holder = Buffer.concat([
    Buffer.from(
      `3 0 obj\n<< /Type /ObjStm /N 2 /First 8 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`,
    ),
    packed,
    Buffer.from('\nendstream\nendobj\n'),
  ])
  const at = head.length + holder.length
  return Buffer.concat([
    head,
    holder,
    Buffer.from(
      `4 0 obj\n<< /Type /XRef /Size 4 /W [1 4 1] /Root 1 0 R /Length ${table.length} >>\nstream\n`,
    ),
    table,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`),
  ])
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createChecker, type Checker } from '#server/files/checks/checker.ts'

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
    Array(20).fill('Refusal: server.busy'),
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

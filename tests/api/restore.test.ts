import { createHash } from 'node:crypto'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { assert, asyncProperty, integer, nat } from 'fast-check'
import { beforeAll, expect, test, vi } from 'vitest'
import { checkArchive } from '#server/ops/backup/read-archive.ts'
import {
  InvalidArchiveError,
  headEntryName,
  type ArchiveManifest,
  manifestEntryName,
} from '#server/ops/backup/format.ts'
import { restoreBackup } from '#server/ops/backup/restore-backup.ts'
import { introspectTables } from '#server/db/introspection.ts'
import { createRegistry } from '#server/engine/schema/registry.ts'
import { folderStorage } from '#server/files/storage.ts'
import { serverModules } from '#server/modules/index.ts'
import {
  backUp,
  emptyPlace,
  listStored,
  openPlace,
  type PlainEntry,
  readEntries,
  writeEntries,
} from '../support/backups.ts'
import { runCommand } from '../support/command.ts'
import { type DataPlace, eachDatabase } from '../support/databases.ts'
import { compiled } from '../support/compiled.ts'

/** Each test runs several commands, in processes of their own. */
vi.setConfig({ testTimeout: 180_000 })

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** All but the manifest, which is held against the rest; it also names tables without rows, of which nothing comes back. */
const dataOf = (entries: readonly PlainEntry[]) => entries.filter(({ name }) => name !== manifestEntryName)

/** Changes the manifest of an archive, or what it lists, so that it agrees with itself again. */
function reseal(
  entries: readonly PlainEntry[],
  change: (manifest: ArchiveManifest) => Partial<ArchiveManifest>,
): PlainEntry[] {
  const last = entries.find(({ name }) => name === manifestEntryName)
  const manifest = JSON.parse(String(last?.bytes)) as ArchiveManifest
  const changed = { ...manifest, ...change(manifest) }
  const { format, product, createdAt, migrations } = changed
  const head = Buffer.from(JSON.stringify({ format, product, createdAt, migrations }))
  const others = entries
    .filter(({ name }) => name !== manifestEntryName)
    .map((entry) => (entry.name === headEntryName ? { ...entry, bytes: head } : entry))
  const listed = others.map(({ name, bytes }): ArchiveManifest['entries'][number] => [
    name,
    bytes.length,
    sha256(bytes),
  ])
  return [
    ...others,
    { name: manifestEntryName, bytes: Buffer.from(JSON.stringify({ ...changed, entries: listed })) },
  ]
}

const file = (name: string, text = 'x'): PlainEntry => ({ name, bytes: Buffer.from(text) })

const link: PlainEntry = { ...file(`files/${'a'.repeat(36)}`, ''), type: 'symlink', linkname: '/etc/passwd' }
const planted = file('rows/planted/000001.jsonl', '{"id":"1"}\n')
const behindHead = (all: readonly PlainEntry[], entry: PlainEntry) => [
  ...all.slice(0, 1),
  entry,
  ...all.slice(1),
]

/** What an archive can be made into, and the line that the operator reads. */
const wrongs: Record<string, [(entries: PlainEntry[]) => PlainEntry[], RegExp]> = {
  'a path out of the folder': [(all) => [...all, file('../../../evil')], /which no backup does/],
  'an absolute path': [(all) => [...all, file('/etc/evil')], /which no backup does/],
  'a path behind a key': [(all) => [...all, file('files/../../../evil-0123456789012345')], /no backup does/],
  'a link': [(all) => behindHead(all, link), /which no backup does/],
  'an entry twice': [(all) => [...all.slice(0, 2), ...all.slice(1)], /twice/],
  'something behind the end': [(all) => [...all, file(`files/${'0'.repeat(36)}`)], /behind the end/],
  'no beginning': [(all) => all.slice(1), /no backup of a forum/],
  'no end': [(all) => all.slice(0, -1), /cut off/],
  'an entry less': [(all) => all.filter((_, index) => index !== 3), /damaged/],
  'a newer form': [
    (all) => reseal(all, () => ({ format: 2, product: '9.0.0' })),
    /newer version \(9\.0\.0\)/,
  ],
  'tables of a newer version': [
    (all) => reseal(all, ({ migrations }) => ({ migrations: [...migrations, '2199-01-01-later'] })),
    /newer or another version/,
  ],
  'a table that there is not': [
    (all) =>
      reseal(behindHead(all, planted), ({ tables }) => ({
        tables: { ...tables, planted: { rows: 1, sha256: sha256(planted.bytes) } },
      })),
    /table planted/,
  ],
  'rows that are not those of the manifest': [
    (all) => reseal(all, ({ tables }) => ({ tables: { ...tables, tracks: { rows: 1, sha256: '' } } })),
    /not those of its manifest/,
  ],
  'a column that there is not': [
    (all) => {
      const rows = Buffer.from('{"planted":1}\n')
      const swapped = all.map((entry) =>
        entry.name.startsWith('rows/tracks/') ? { ...entry, bytes: rows } : entry,
      )
      return reseal(swapped, ({ tables }) => ({
        tables: { ...tables, tracks: { rows: 1, sha256: sha256(rows) } },
      }))
    },
    /other columns/,
  ],
  'a file without its row': [
    (all) => reseal(behindHead(all, file(`files/${'b'.repeat(36)}`)), () => ({})),
    /files are not those of its rows/,
  ],
}

async function restore(place: DataPlace, path: string): Promise<unknown> {
  return restoreBackup(path, {
    db: await openPlace(place),
    registry: createRegistry(serverModules),
    storage: folderStorage(join(place.dataDir, 'files')),
    canReplace: false,
    now: new Date(),
    progress: () => undefined,
  }).then(
    () => 'restored',
    (error: unknown) => error,
  )
}

async function expectNothing(place: DataPlace): Promise<void> {
  expect(await listStored(place)).toEqual([])
  expect(await introspectTables((await openPlace(place)).kysely)).toEqual([])
}

eachDatabase('a restore', (suite, dialect) => {
  let archive: string
  let entries: PlainEntry[]

  beforeAll(async () => {
    await runCommand(suite.place, ['sample'])
    archive = join(suite.place.dataDir, 'whole.tar')
    await backUp(suite.place, archive)
    entries = await readEntries(archive)
  })

  test.each(Object.entries(wrongs))(
    'refuses %s and has written nothing [F2]',
    async (_what, [change, line]) => {
      const path = join(suite.place.dataDir, 'wrong.tar')
      await writeEntries(path, change(entries))
      const place = await emptyPlace(dialect)
      expect(await restore(place, path)).toMatchObject({
        name: 'InvalidArchiveError',
        message: expect.stringMatching(line),
      })
      await expectNothing(place)
    },
  )

  test('takes the same entries as they were', async () => {
    const path = join(suite.place.dataDir, 'same.tar')
    const same = reseal(entries, () => ({}))
    await writeEntries(path, same)
    expect(await restore(await emptyPlace(dialect), path)).toBe('restored')
  })

  test('refuses an archive with any byte changed, or reads the same data from it [F2]', async () => {
    const whole = await readFile(archive)
    const path = join(suite.place.dataDir, 'flipped.tar')
    const place = await emptyPlace(dialect)
    await assert(
      asyncProperty(nat(whole.length - 1), integer({ min: 1, max: 255 }), async (at, flip) => {
        const changed = Buffer.from(whole)
        changed[at] = (whole[at] ?? 0) ^ flip
        await writeFile(path, changed)
        const refusal = await checkArchive(path).then(
          () => undefined,
          (error: unknown) => error,
        )
        if (refusal instanceof InvalidArchiveError) return
        // Tar pads entries and keeps owners and times, which a restore does not look at.
        expect(refusal).toBeUndefined()
        expect(dataOf(await readEntries(path))).toEqual(dataOf(entries))
      }),
      { numRuns: 60 },
    )
    await expectNothing(place)
  })

  test('refuses an archive that was cut off anywhere', async () => {
    const whole = await readFile(archive)
    const path = join(suite.place.dataDir, 'cut.tar')
    const place = await emptyPlace(dialect)
    for (const length of [0, 1, 512, 700, 5 * 512, whole.length >> 1, whole.length - 2048]) {
      await writeFile(path, whole)
      await truncate(path, length)
      expect(await restore(place, path)).toMatchObject({ name: 'InvalidArchiveError' })
    }
    await expectNothing(place)
  })

  test('says what is wrong in one line', async () => {
    const place = await emptyPlace(dialect)
    const path = join(place.dataDir, 'text.tar')
    await writeFile(path, 'not an archive at all'.repeat(100))
    for (const wrong of [path, join(place.dataDir, 'none.tar'), place.dataDir]) {
      const end = await runCommand(place, ['restore', wrong])
      expect(end).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^Nothing was restored[^\n]+\n$/),
      })
    }
    await expectNothing(place)
  })
})

const script = fileURLToPath(new URL('../../scripts/forum.ts', import.meta.url))

/** Restores in a process of its own, which is killed as soon as it says that it is so far. */
async function restoreAndKill(place: DataPlace, archive: string, killAt: string): Promise<unknown> {
  const env = { ...compiled, LANG: 'en', DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '' }
  const args = ['--disable-warning=ExperimentalWarning', script, 'restore', archive, '--replace']
  const child = spawn(process.execPath, args, {
    cwd: place.dataDir,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.on('data', (chunk) => {
    if (String(chunk).includes(killAt)) child.kill('SIGKILL')
  })
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return signal ?? code
}

eachDatabase('a restore that is killed', (suite, dialect) => {
  test('has written nothing, leaves what was there as it was, and can be repeated [F2]', async () => {
    await runCommand(suite.place, ['sample'])
    await runCommand(suite.place, ['load-sample', '--articles', '1500'])
    const archive = join(suite.place.dataDir, 'b.tar')
    const { tables } = await backUp(suite.place, archive)

    const empty = await emptyPlace(dialect)
    expect(await restoreAndKill(empty, archive, 'rows/informations/000002')).toBe('SIGKILL')
    expect(await introspectTables((await openPlace(empty)).kysely)).toEqual([])

    const filled = await emptyPlace(dialect)
    await runCommand(filled, ['sample'])
    const before = await backUp(filled, join(filled.dataDir, 'before.tar'))
    const stored = await listStored(filled)
    expect(await restoreAndKill(filled, archive, 'rows/tracks/')).toBe('SIGKILL')
    const after = await backUp(filled, join(filled.dataDir, 'after.tar'))
    expect({ ...after.tables, audit_log: {} }).toEqual({ ...before.tables, audit_log: {} })
    expect((await listStored(filled)).filter((name) => !name.startsWith('arrivals'))).toEqual(stored)

    expect(await runCommand(filled, ['restore', archive, '--replace'])).toMatchObject({ code: 0 })
    const repeated = await backUp(filled, join(filled.dataDir, 'repeated.tar'))
    expect(repeated.tables['informations']).toEqual(tables['informations'])
    expect(await listStored(filled)).toHaveLength(stored.length)
  })
})

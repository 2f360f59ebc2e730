import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { insertSignIn } from '#server/accounts/sign-ins.ts'
import { insertUser } from '#server/accounts/users.ts'
import { appendAudit } from '#server/db/audit-log.ts'
import type { ArchiveManifest } from '#server/ops/backup/format.ts'
import { introspectTables } from '#server/db/introspection.ts'
import type { Database } from '#server/db/client.ts'
import { migrateTo } from '#server/db/migrate.ts'
import { folderStorage } from '#server/files/storage.ts'
import { storeFile } from '#server/files/store-file.ts'
import { accounts, registrations, staffRegistrations } from '#server/sample/people.ts'
import { backUp, emptyPlace, listStored, openPlace, readEntries } from '../support/backups.ts'
import { runCommand, runCommandProcess } from '../support/command.ts'
import { eachDatabase } from '../support/databases.ts'
import { startServer } from '../support/server.ts'

/** Each test runs several commands, in processes of their own. */
vi.setConfig({ testTimeout: 180_000 })

const start = '2026-03-01T08:00:00Z'
const now = new Date(start)
const password = 'tidal range power'
/** People of the sample whose registrations stand have a photo each. */
const photos = [...registrations, ...staffRegistrations].filter((row) => 'id_number' in row).length
const filesIn = (list: ArchiveManifest['entries']) => list.filter(([name]) => name.startsWith('files/'))
const dialects = ['sqlite', 'postgres'] as const

eachDatabase('a backup', (suite) => {
  let db: Database
  let archive: string
  let manifest: ArchiveManifest
  let token: string

  beforeAll(async () => {
    const { place } = suite
    await runCommand(place, ['sample'])
    await runCommand(place, ['load-sample', '--articles', '1500'])
    db = await suite.open()
    const displayName = '王 \u2028 "quoted" \\ 👩‍🔬'
    await insertUser(
      db.kysely,
      { id: 'u1', loginName: 'chair', displayName, password, role: 'organiser' },
      now,
    )
    await insertUser(db.kysely, { id: 'u2', loginName: 'guest', password, role: 'participant' }, now)
    token = await insertSignIn(db.kysely, { id: 'u1' }, now)
    await appendAudit(db.kysely, { at: now, actorId: 'u1', action: 'sign_in' })
    const storage = folderStorage(join(place.dataDir, 'files'))
    const file = { name: '空.pdf', mediaType: 'application/pdf', bytes: new Uint8Array(), isPublic: false }
    await storeFile(db.kysely, storage, file, now)
    archive = join(place.dataDir, 'backup.tar')
    manifest = await backUp(place, archive)
  })

  test('has every kept row, every file and what they were made by, and is audited', async () => {
    const names = (await introspectTables(db.kysely)).map(({ name }) => name)
    const stored = (await listStored(suite.place)).length
    expect(stored).toBeGreaterThan(photos)
    expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.tables)))
    expect(manifest.tables).toMatchObject({
      users: { rows: 2 + accounts.length },
      informations: { rows: 1523 },
      audit_log: { rows: 1 },
      files: { rows: stored },
    })
    const files = { count: stored, missing: [] }
    expect(manifest).toMatchObject({ format: 1, product: '0.1.0', files })
    expect(manifest.migrations).toContain('2026-11-21-audit-log')
    expect((await stat(archive)).mode & 0o777).toBe(0o600)
    const { rows } = await sql<{ action: string }>`select action from audit_log`.execute(db.kysely)
    expect(rows.map(({ action }) => action)).toContain('backup')
  })

  test('opens no door: it has no token, no key, nor what is on its way [F1]', async () => {
    const passing = ['sign_ins', 'sms_codes', 'message_queue', 'download_tokens', 'weixin_codes']
    expect(passing.filter((name) => name in manifest.tables)).toEqual([])
    const bytes = await readFile(archive, 'latin1')
    const [signIn] = await db.kysely.selectFrom('sign_ins').select('token_hash').execute()
    expect(bytes).toContain('tracks')
    for (const secret of [token, signIn?.token_hash ?? '', password]) expect(bytes).not.toContain(secret)
  })

  describe.each(dialects)('restored on %s', (dialect) => {
    test('has identical counts and hashes, serves what it served, and everybody signs in again [F1]', async () => {
      const target = await emptyPlace(dialect)
      expect(await runCommand(target, ['restore', archive])).toMatchObject({ code: 0, stderr: '' })
      const second = join(target.dataDir, 'second.tar')
      const { tables, files, entries } = await backUp(target, second)
      const { audit_log: before, ...othersBefore } = manifest.tables
      const { audit_log: after, ...othersAfter } = tables
      expect(othersAfter).toEqual(othersBefore)
      expect(files).toEqual(manifest.files)
      expect(filesIn(entries)).toEqual(filesIn(manifest.entries))
      // The restore itself is one row more.
      expect(after?.rows).toBe((before?.rows ?? 0) + 1)
      const restored = await openPlace(target)
      const server = await startServer({ db: restored, dataDir: target.dataDir, now: () => now })
      try {
        const login = { login_name: 'chair', login_pwd: password }
        const answer = await (await server.post('/front/user/login', login)).json()
        expect(answer).toMatchObject({ code: 200 })
        expect((await server.get('/front/user/current', token)).status).toBe(401)
        const found = await server.get(`/front/query/sessions/all?q=${encodeURIComponent('氢能')}`)
        expect(((await found.json()) as { data: { total: number } }).data.total).toBeGreaterThan(0)
      } finally {
        await server.close()
      }
    })
  })

  test('is not restored over rows unless that is asked for; then nothing of before is left', async () => {
    const { dialect } = db
    const target = await emptyPlace(dialect)
    await runCommand(target, ['sample'])
    const other = await openPlace(target)
    await insertUser(other.kysely, { id: 'old', loginName: 'old', password, role: 'organiser' }, now)
    const filesBefore = await listStored(target)
    const revisions = () => other.kysely.selectFrom('module_revisions').selectAll().execute()
    const highest = Math.max(...(await revisions()).map(({ revision }) => revision))

    expect(await runCommand(target, ['restore', archive])).toEqual({
      code: 1,
      stdout: expect.any(String),
      stderr: expect.stringMatching(/^Nothing was restored: the database is not empty[^\n]*\n$/),
    })
    expect(await listStored(target)).toEqual(filesBefore)
    const kept = await other.kysely.selectFrom('users').select('id').orderBy('id').execute()
    expect(kept.map(({ id }) => id)).toEqual(['old', ...accounts.map(({ id }) => id)])

    expect(await runCommand(target, ['restore', archive, '--replace'])).toMatchObject({ code: 0, stderr: '' })
    const users = await other.kysely.selectFrom('users').select('id').orderBy('id').execute()
    expect(users.map(({ id }) => id)).toEqual([...accounts.map(({ id }) => id), 'u1', 'u2'].toSorted())
    const keys = manifest.entries.flatMap(([name]) => (name.startsWith('files/') ? [name.slice(6)] : []))
    expect(await listStored(target)).toEqual(keys.toSorted())
    // Memories of servers that run must see that all modules changed.
    expect((await revisions()).every(({ revision }) => revision > highest)).toBe(true)
    await expect(sql`delete from audit_log`.execute(other.kysely)).rejects.toThrow('append-only')
  })

  test('sees one moment: rows written together are both in it or none, and writers go on [F1]', async () => {
    const file = join(suite.place.dataDir, 'moment.tar')
    const state = { isRunning: true }
    const running = runCommandProcess(suite.place, ['backup', file]).finally(() => (state.isRunning = false))
    let pairs = 0
    while (state.isRunning) {
      pairs += 1
      // Both ends of the promise chain are at once on SQLite: without a turn the end of the command is never heard.
      await setImmediate()
      await db.transaction(async (trx) => {
        for (const half of ['a', 'z']) {
          const id = `${half}-${pairs}`
          await sql`insert into users (id, login_name, display_name, role, created_at, updated_at)
            values (${id}, ${id}, ${id}, 'participant', ${start}, ${start})`.execute(trx)
          await appendAudit(trx, { at: now, actorId: id, action: 'pair' })
        }
      })
    }
    expect(await running).toMatchObject({ code: 0 })
    const entries = await readEntries(file)
    const ids = entries
      .filter(({ name }) => name.startsWith('rows/users/') || name.startsWith('rows/audit_log/'))
      .flatMap(({ bytes }) => [...String(bytes).matchAll(/"(?:actor_)?id":"([az])-(\d+)"/g)])
      .map((match) => match[2])
    const counts = Map.groupBy(ids, (pair) => pair)
    expect(pairs).toBeGreaterThan(0)
    expect([...counts.values()].every((found) => found.length === 4)).toBe(true)
  })

  test('of a file without bytes says so and goes on', async () => {
    const target = await emptyPlace(db.dialect)
    await runCommand(target, ['sample'])
    const stored = await listStored(target)
    await rm(join(target.dataDir, 'files', stored[0] ?? ''))
    const file = join(target.dataDir, 'b.tar')
    const end = await runCommand(target, ['backup', file])
    expect(end).toMatchObject({ code: 0, stdout: expect.stringContaining('has no bytes') })
    const again = await emptyPlace(db.dialect)
    expect(await runCommand(again, ['restore', file])).toMatchObject({ code: 0 })
    expect(await listStored(again)).toHaveLength(stored.length - 1)
  })

  test('of an older version is brought up to date [F1]', async () => {
    const old = await emptyPlace(db.dialect)
    const oldDb = await openPlace(old)
    await oldDb.transaction((trx) => migrateTo(trx, '2026-11-20-accounts-and-files'))
    await sql`insert into users (id, login_name, display_name, role, is_administrator, created_at, updated_at)
      values ('u9', 'old', 'Old', 'organiser', ${true}, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')`.execute(
      oldDb.kysely,
    )
    const file = join(old.dataDir, 'old.tar')
    expect((await backUp(old, file)).migrations).toEqual(['2026-11-20-accounts-and-files'])
    const target = await emptyPlace(db.dialect)
    expect(await runCommand(target, ['restore', file])).toMatchObject({ code: 0, stderr: '' })
    expect(await runCommand(target, ['doctor'])).toMatchObject({ code: 0 })
    const restored = await openPlace(target)
    const users = await restored.kysely.selectFrom('users').select(['id', 'is_administrator']).execute()
    expect(users.map(({ id, is_administrator: is }) => [id, Boolean(is)])).toEqual([['u9', true]])
  })

  test('is there whole or not at all: a full disk leaves the old one [F1]', async () => {
    const target = await emptyPlace('sqlite')
    await runCommand(target, ['sample'])
    const file = join(target.dataDir, 'b.tar')
    await backUp(target, file)
    const before = await readFile(file)
    const end = await runCommandProcess(target, ['backup', file], { fileLimitKilobytes: 200 })
    expect(end).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The backup could not be written: [^\n]+\n$/),
    })
    expect((await readFile(file)).equals(before)).toBe(true)
    expect((await readdir(target.dataDir)).filter((name) => name.includes('partial'))).toEqual([])
  })
})

test.each([
  ['of a database without tables', 'b.tar'],
  ['into a folder that is not there', 'none/b.tar'],
])('a backup %s ends in one line', async (_what, file) => {
  const place = await emptyPlace('sqlite')
  const end = await runCommand(place, ['backup', join(place.dataDir, file)])
  expect(end).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^[^\n]+\n$/) })
})

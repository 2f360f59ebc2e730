import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase, type Database } from '../client.ts'
import { createStatementCache, SqliteConnection } from './driver.ts'
import { GroupCommit } from './group-commit.ts'
import { createWriteLock } from './write-lock.ts'

async function openEmpty(prepare = async (_dataDir: string): Promise<void> => undefined): Promise<Database> {
  const dataDir = await mkdtemp(join(tmpdir(), 'forum-driver-'))
  await prepare(dataDir)
  const db = await openDatabase({ dataDir })
  onTestFinished(async () => {
    await db.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  await sql`create table rooms (id text primary key, is_open integer, note text)`.execute(db.kysely)
  return db
}

async function countRooms(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from rooms`.execute(db.kysely)
  return rows[0]?.n
}

function addRoom(db: Database, id: string): Promise<unknown> {
  return sql`insert into rooms (id) values (${id})`.execute(db.kysely)
}

test('booleans and absent values are bound; what is written can be returned', async () => {
  const db = await openEmpty()
  const written = await sql`insert into rooms values (${'a'}, ${true}, ${undefined}) returning *`.execute(
    db.kysely,
  )
  expect(written.rows).toEqual([{ id: 'a', is_open: 1, note: null }])
})

test('transactions of one process come one after the other, and readers see whole ones', async () => {
  const db = await openEmpty()
  const seen: (number | undefined)[] = []
  const pairs = Array.from({ length: 20 }, (_, pair) =>
    db.transaction(async (trx) => {
      await sql`insert into rooms (id) values (${`${pair}a`})`.execute(trx)
      seen.push(await countRooms(db))
      await sql`insert into rooms (id) values (${`${pair}b`})`.execute(trx)
    }),
  )
  await Promise.all(pairs)
  expect(seen.every((count, pair) => (count ?? 1) % 2 === 0 && (count ?? 0) <= pair * 2)).toBe(true)
  expect(await countRooms(db)).toBe(40)
})

test('transactions that wait for each other are undone alone, and told when they are there', async () => {
  const db = await openEmpty()
  const results = await Promise.all(
    Array.from({ length: 30 }, async (_, number) => {
      const write = db.transaction(async (trx) => {
        await sql`insert into rooms (id) values (${`${number}`})`.execute(trx)
        if (number % 3 === 0) throw new Error('not this one')
        await sql`insert into rooms (id) values (${`${number} too`})`.execute(trx)
      })
      const isTold = await write.then(
        () => true,
        () => false,
      )
      const own = await sql<{ id: string }>`select id from rooms where id like ${`${number} too`}`.execute(
        db.kysely,
      )
      return [isTold, own.rows.length]
    }),
  )
  expect(results).toEqual(results.map((_, number) => (number % 3 === 0 ? [false, 0] : [true, 1])))
  expect(await countRooms(db)).toBe(40)
})

test('when the database undoes everything, nobody is told that theirs is there', async () => {
  const db = await openEmpty()
  await sql`create trigger full before insert on rooms when new.note = 'full'
    begin select raise(rollback, 'full'); end`.execute(db.kysely)
  const insert = (id: string, note: string | null) =>
    db.transaction((trx) => sql`insert into rooms values (${id}, null, ${note})`.execute(trx))
  const results = await Promise.allSettled([
    insert('a', null),
    insert('b', null),
    insert('c', 'full'),
    insert('d', null),
  ])
  const { rows } = await sql<{ id: string }>`select id from rooms order by id`.execute(db.kysely)
  const told = ['a', 'b', 'c', 'd'].filter((_, index) => results[index]?.status === 'fulfilled')
  expect(rows.map(({ id }) => id)).toEqual(told)
  expect(told).not.toContain('c')
  await insert('e', null)
  expect(await countRooms(db)).toBe(told.length + 1)
})

test('a foreign key is checked', async () => {
  const db = await openEmpty()
  await sql`create table slots (room text references rooms (id))`.execute(db.kysely)
  await expect(sql`insert into slots values ('none')`.execute(db.kysely)).rejects.toThrow(/FOREIGN KEY/)
})

test('a failed statement leaves the transaction as it was, and a failed transaction lets the next one in', async () => {
  const db = await openEmpty()
  const twice = db.transaction(async (trx) => {
    await sql`insert into rooms (id) values ('a')`.execute(trx)
    await sql`insert into rooms (id) values ('a')`.execute(trx)
  })
  await expect(twice).rejects.toThrow(/UNIQUE/)
  await db.transaction((trx) => sql`insert into rooms (id) values ('b')`.execute(trx))
  expect(await countRooms(db)).toBe(1)
})

test('a write beside an open transaction is refused after a time instead of waiting for ever', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const db = await openEmpty()
  await db.transaction(async (trx) => {
    await sql`insert into rooms (id) values ('inside')`.execute(trx)
    const beside = sql`insert into rooms (id) values ('beside')`.execute(db.kysely)
    const outcome = beside.catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await outcome).toMatchObject({ errcode: 5 })
  })
  await sql`insert into rooms (id) values ('after')`.execute(db.kysely)
  expect(await countRooms(db)).toBe(2)
})

test('who starts waits as long as it takes for another process that writes', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'forum-driver-'))
  const opened: Database[] = []
  const open = async (patienceMs: number) => {
    opened.push(await openDatabase({ dataDir, timeoutMs: patienceMs }))
    return opened.at(-1) as Database
  }
  onTestFinished(async () => {
    for (const db of opened) await db.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const [first, starting, call] = [await open(20), await open(Infinity), await open(20)]
  await sql`create table rooms (id text)`.execute(first.kysely)
  const waiting = await first.transaction(async (trx) => {
    await sql`insert into rooms values ('first')`.execute(trx)
    // Two that wait in one process, and for the other one.
    const both = Promise.all([addRoom(starting, 'starting'), addRoom(starting, 'next')])
    await expect(addRoom(call, 'call')).rejects.toMatchObject({ errcode: 5 })
    return { both }
  })
  await waiting.both
  expect(await countRooms(first)).toBe(3)
})

test('its files are their owner’s alone, also in a folder that others may look into', async () => {
  let folder = ''
  await openEmpty(async (dataDir) => {
    folder = dataDir
    await chmod(dataDir, 0o755)
    await writeFile(join(dataDir, 'forum.sqlite'), '', { mode: 0o644 })
  })
  const files = await readdir(folder)
  const modes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).mode & 0o777))
  expect(Object.fromEntries(files.map((file, place) => [file, modes[place]?.toString(8)]))).toEqual({
    'forum.sqlite': '600',
    'forum.sqlite-shm': '600',
    'forum.sqlite-wal': '600',
  })
})

test('a read-only transaction that cannot begin closes its connection', async () => {
  const writer = new DatabaseSync(':memory:')
  const reader = new DatabaseSync(':memory:')
  onTestFinished(() => writer.close())
  const lock = createWriteLock()
  const cache = createStatementCache(writer)
  const connection = new SqliteConnection(cache, cache, lock, new GroupCommit(writer, lock))
  reader.exec('begin')
  await expect(connection.beginRead(reader)).rejects.toThrow('within a transaction')
  expect(reader.isOpen).toBe(false)
})
